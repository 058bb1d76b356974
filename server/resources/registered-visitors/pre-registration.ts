import { isDeepStrictEqual } from "node:util";

import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { forbidden } from "../../platform/lib/errors.ts";
import { checkExtra } from "../../platform/lib/record/extra.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as before from "./pre-registration-store.ts";
import * as store from "./store.ts";

export type { PreRegistration, PreSignedAgreement } from "./pre-registration-store.ts";

/** A visitor with a valid invitation, and what they have submitted so far. */
export type InvitedVisitor = { row: Omit<store.StoredRegistered, "doc">; given: before.PreRegistration };

const NOTHING: before.PreRegistration = { agreements: [], signature: null, signed_name: null, photo: null };

const ended = () => forbidden("the visit of this invitation is over, has begun, or was called off");

const invitedOf = async (
  ctx: RequestContext,
  of: before.PreRegistrationKey,
  found: store.StoredRegistered | undefined,
): Promise<InvitedVisitor> => {
  if (found === undefined) throw ended();
  const { doc: _doc, ...row } = found;
  if (row.visiting_to !== null && row.visiting_to <= iso(ctx.now)) throw ended();
  if (await before.hasBegun(ctx.db, of)) throw ended();
  return { row, given: (await before.findPreRegistration(ctx.db, of)) ?? NOTHING };
};

/** Finds the visitor of an invitation. Errors: the same `403` once the visit is over, has begun or was called off. */
export const readInvitedVisitor = async (ctx: RequestContext, location: string, id: string): Promise<InvitedVisitor> =>
  invitedOf(ctx, { location, id }, await store.findRegistered(ctx.db, { company_id: location, _id: id }));

/** The input of a save. Answers have been checked; null removes one. */
export type PreRegistrationInput = {
  answers: Readonly<Record<string, unknown>>;
  language_id: string | undefined;
  given: Partial<before.PreRegistration>;
  complete: boolean;
};

const COLUMNS = ["first_name", "last_name", "company", "phone", "email"] as const;
const isColumn = (name: string): name is (typeof COLUMNS)[number] => COLUMNS.some((column) => column === name);

const savedRow = (
  ctx: RequestContext,
  { answers, language_id, complete }: PreRegistrationInput,
  old: InvitedVisitor["row"],
): InvitedVisitor["row"] => {
  const row = { ...old, extra: { ...old.extra }, language_id: language_id ?? old.language_id };
  for (const [name, value] of Object.entries(answers)) {
    if (isColumn(name)) row[name] = typeof value === "string" ? value : null;
    else if (value === null) delete row.extra[name];
    else row.extra[name] = value;
  }
  checkExtra(row.extra);
  if (!complete || old.status === "preregistered") return row;
  return { ...row, status: "preregistered", preregistered_date: iso(ctx.now) };
};

/** The event of interface 6.2 carries the registered visitor alone. */
const EVENT_IDS = "jsonb_build_object('knownVisitorId', c._id)";

/**
 * Saves what an invited visitor submits before the visit. The first completed save makes them pre-registered and fires
 * `registered_visitor_preregistered`; later ones fire nothing (rules 5, interface 3).
 * @param judge is given the locked visitor, and returns what to save. Errors: `403` as for `readInvitedVisitor`
 */
export const savePreRegistration = (
  ctx: RequestContext,
  location: string,
  id: string,
  judge: (invited: InvitedVisitor) => PreRegistrationInput,
): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    const key = { company_id: location, _id: id };
    const invited = await invitedOf(inner, { location, id }, await store.lockRegistered(inner.db, key));
    const save = judge(invited);
    const row = savedRow(ctx, save, invited.row);
    const given = { ...invited.given, ...save.given };
    if (isDeepStrictEqual(row, invited.row) && isDeepStrictEqual(given, invited.given)) return;
    await before.savePreRegistration(inner.db, { location, id }, given, iso(ctx.now));
    const first = row.status !== invited.row.status;
    const entry = {
      location,
      action: "registered_visitor.preregister",
      subject: "registered_visitor",
      ...(first ? { events: ["registered_visitor_preregistered"] as const } : {}),
    };
    await runLoggedQuery(inner, store.updateRegistered(key, row, iso(ctx.now)), entry, EVENT_IDS);
  });
