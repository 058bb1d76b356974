import { mergeSent, mergeValue, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { namesWith } from "../../../shared/fields.ts";
import { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { documentedIn } from "../../platform/http/contract/field-schemas.ts";
import { type RequestContext, RawJson } from "../../platform/http/request-context.ts";
import { checkIfMatch } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { checkExtra, extraOf, mergeExtra } from "../../platform/lib/record/extra.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso, parseInstant } from "../../platform/lib/time/time.ts";
import { withInstants } from "../../platform/http/input/location-dates.ts";
import { checkReferences } from "../visits/visits.ts";
import { findAnswer } from "./answers-store.ts";
import { RegisteredInput } from "./contract.ts";
import { emailChange } from "./invitations/changes.ts";
import { emailNewAddress, readdress } from "./invitations/new-address.ts";
import { discardPreRegistration } from "./pre-registration-store.ts";
import { whileFollowed } from "./series-invitations/follow.ts";
import { type VisitingSpan, spanOf } from "./visiting-span.ts";
import * as store from "./store.ts";

type Input = Static<typeof RegisteredInput>;
type Update = UpdateInput<Input>;

const DOCUMENTED = documentedIn(REGISTERED_FIELDS, RegisteredInput);
/** Columns set from the body. */
const AS_SENT = namesWith(REGISTERED_FIELDS, { body: "as_sent", column: "of_rules" });

const DATES = ["invited_date", "preregistered_date"] as const;

/** One registered visitor. Errors: `404`. */
export const readRegisteredVisitor = async (ctx: RequestContext, location: string, id: string): Promise<RawJson> => {
  const found = await findAnswer(ctx.db, { company_id: location, _id: id });
  if (found === undefined) throw notFound();
  // A visit doesn't change the record: the tag is that of what is stored, and keeps no one from changing it.
  return new RawJson(found.answer, id, found.doc);
};

/** Defaults of a new one, besides what is sent. */
export const BLANK = {
  ...mergeSent(AS_SENT, { body: {}, removed: new Set() }),
  visiting_from: null,
  visiting_to: null,
  persistent: false,
  status: "created",
  invited_date: null,
  preregistered_date: null,
  extra: {},
  series_id: null,
  recurrence_id: null,
  member: null,
  group_id: null,
  invitation_round: 0,
} satisfies store.RegisteredRow;

const instant = (text: string | undefined): string | undefined => {
  const ms = text === undefined ? undefined : parseInstant(text);
  return ms === undefined ? undefined : iso(ms);
};

/** A record with the body applied; on a new one, nothing is removed. Errors: `400` for own keys that can't be stored. */
export const mergeRegistered = (
  { body, removed }: Update,
  old: store.RegisteredRow,
  span: VisitingSpan | undefined,
): store.RegisteredRow => {
  return {
    ...old,
    ...(removed.has("visiting_on") ? { visiting_from: null, visiting_to: null } : span),
    ...mergeSent(AS_SENT, { body, removed }, old),
    persistent: removed.has("persistent") ? BLANK.persistent : (body.persistent ?? old.persistent),
    status: removed.has("status") ? BLANK.status : (body.status ?? old.status),
    invited_date: mergeValue({ removed }, "invited_date", instant(body.invited_date), old.invited_date, null),
    preregistered_date: mergeValue(
      { removed },
      "preregistered_date",
      instant(body.preregistered_date),
      old.preregistered_date,
      null,
    ),
    extra: checkExtra(mergeExtra(old.extra, extraOf(body, DOCUMENTED), removed), old.extra),
  };
};

/** Checks references that are new; one that was removed later may remain (rules 4). Errors: `400`. */
export const checkNew = async (
  ctx: RequestContext,
  location: string,
  row: store.RegisteredRow,
  old: store.RegisteredRow,
) => {
  const visit_type = row.visit_type === old.visit_type ? null : row.visit_type;
  const entrypoint_id = row.entrypoint_id === old.entrypoint_id ? null : row.entrypoint_id;
  if (visit_type === null && entrypoint_id === null) return;
  checkReferences(await store.findReferences(ctx.db, location, { visit_type, entrypoint_id }));
};

/** An entry of the log about a registered visitor, with its event. */
export const registeredEntry = (location: string, action: "create" | "change") => ({
  location,
  action: `registered_visitor.${action}`,
  events: [action === "create" ? "registered_visitor_created" : "registered_visitor_updated"] as const,
  subject: "registered_visitor",
});

/** Registers a visitor. Errors: `400` for unknown references and a `visiting_on` that ends before it begins. */
export const createRegisteredVisitor = async (
  ctx: RequestContext,
  location: string,
  input: Input,
): Promise<RawJson> => {
  const body = await withInstants(ctx, location, input, DATES);
  const span = await spanOf(ctx, location, body.visiting_on);
  const row = mergeRegistered({ body, removed: new Set() }, BLANK, span);
  await checkNew(ctx, location, row, BLANK);
  const key = { company_id: location, _id: newId(location, ctx.now) };
  const query = store.insertRegistered(key, row, iso(ctx.now));
  const [created] = await runLoggedQuery<{ doc: string }>(
    ctx,
    query,
    registeredEntry(location, "create"),
    store.EVENT_IDS,
  );
  if (created === undefined) throw new Error("a registered visitor was not inserted");
  return new RawJson(created.doc, key._id);
};

/** The fields whose change is emailed to invited visitors (rules 5.5). */
const EMAILED = [
  "first_name",
  "last_name",
  "recipient",
  "visiting_from",
  "visiting_to",
  "entrypoint_id",
] as const satisfies (keyof store.RegisteredRow)[];

/**
 * What a change means to the visitor, in the caller's transaction: with another address, what was signed and
 * photographed through the links that end with it is not theirs for certain.
 */
const emailVisitor = async (
  ctx: RequestContext,
  of: { location: string; id: string },
  isEmailed: boolean,
  readdressed: Awaited<ReturnType<typeof readdress>>,
): Promise<void> => {
  if (readdressed === undefined) return isEmailed ? emailChange(ctx, of.location, of.id) : undefined;
  await discardPreRegistration(ctx.db, of);
  return emailNewAddress(ctx, of, readdressed);
};

/** How a change is told: by itself, besides what an invitation to a series says. */
type Telling = (ctx: RequestContext, of: { location: string; id: string }, tell: () => Promise<void>) => Promise<void>;

const tellVisitor: Telling = (ctx, { location, id }, tell) => whileFollowed(ctx, { location, ids: [id] }, tell);

/**
 * Writes a changed registered visitor whose row the caller has locked, and emails what concerns them to one who is
 * invited and has not arrived yet. Errors: `400` for unknown references.
 * @param tells another way to email it, for the changes of a series
 * @returns whether anything had changed
 */
export const writeRegistered = async (
  ctx: RequestContext,
  key: store.RegisteredKey,
  sent: store.RegisteredRow,
  before: store.RegisteredRow,
  tells: Telling = tellVisitor,
): Promise<boolean> => {
  const of = { location: key.company_id, id: key._id };
  const readdressed = await readdress(ctx, of, sent, before);
  const row = readdressed?.row ?? sent;
  if (isDeepStrictEqual(row, before)) return false;
  await checkNew(ctx, of.location, row, before);
  const query = store.updateRegistered(key, row, iso(ctx.now));
  await runLoggedQuery(ctx, query, registeredEntry(of.location, "change"), store.EVENT_IDS);
  const isEmailed = EMAILED.some((name) => row[name] !== before[name]);
  const tell = (): Promise<void> => emailVisitor(ctx, of, isEmailed, readdressed);
  await (isEmailed || readdressed !== undefined ? tells(ctx, of, tell) : undefined);
  return true;
};

/**
 * Changes a registered visitor, and emails the changes to one who is invited and has not arrived yet. Errors: `400`,
 * `404`.
 */
export const updateRegisteredVisitor = (
  ctx: RequestContext,
  location: string,
  id: string,
  input: Update,
): Promise<RawJson> =>
  inTransaction(ctx, async (inner) => {
    const key = { company_id: location, _id: id };
    const old = await store.lockRegistered(inner.db, key);
    if (old === undefined) throw notFound();
    const { doc, ...before } = old;
    checkIfMatch(inner, () => new RawJson(doc));
    const body = await withInstants(inner, location, input.body, DATES);
    const sent = mergeRegistered({ ...input, body }, before, await spanOf(inner, location, body.visiting_on));
    await writeRegistered(inner, key, sent, before);
    return readRegisteredVisitor(inner, location, id);
  });
