import {
  lockShownAgreements,
  type ShownAgreement,
  recordSignatures as signNow,
  agreementChangesOf,
  recordShownSignatures,
} from "../agreements/signing.ts";
import { namesHaving, namesWith } from "../../../shared/fields.ts";
import { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import { VISIT_FIELDS } from "../../../shared/visit-fields.ts";
import type { RequestContext, RawJson } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { newAjv } from "../../platform/http/validate.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time.ts";
import { VisitInput } from "../visits/contract.ts";
import { type Origin, read, start } from "../visits/visits.ts";
import { deletePreRegistration, findPreRegistration, type PreRegistration } from "./pre-registration-store.ts";
import * as store from "./store.ts";

type VisitBody = Static<typeof VisitInput>;

/** Keys that tell of one visit and not of the visitor: they are never taken from what is known of them. */
const OF_THE_VISIT: ReadonlySet<string> = new Set([...Object.keys(VISIT_FIELDS), "notify_host"]).difference(
  new Set<string>(namesHaving(VISIT_FIELDS, "copied")),
);
const COPIED_COLUMNS = namesWith(REGISTERED_FIELDS, { column: "of_rules", copied: "always" });

const ajv = newAjv();

/** The checks of the documented fields of a visit. */
const checks = new Map(Object.entries(VisitInput.properties).map(([key, schema]) => [key, ajv.compile(schema)]));

/** An extra key of a registered visitor may have the name of a visit's field and hold what a visit cannot: then it stays behind. */
const fits = ([key, value]: [string, unknown]): boolean => {
  const check = checks.get(key);
  return !OF_THE_VISIT.has(key) && (check === undefined || check(value));
};

/** What a visit of theirs begins with. */
export const copiedFields = (known: store.StoredRegistered): Record<string, unknown> => {
  const shared = COPIED_COLUMNS.map((name) => [name, known[name]] as const);
  const filled = shared.filter(([, value]) => value !== null);
  return Object.fromEntries([...Object.entries(known.extra).filter(fits), ...filled]);
};

/** The visit that a sign-in led to, as it is now: what a repeated sign-in is answered with. Errors: `404`. */
export const readVisit = read;

/** How a sign-in differs at the door from one in the console or by the API. */
export type DoorOrigin = Origin & {
  /** Agreements signed there. */
  shown: readonly ShownAgreement[];
  /** They have shown who they are: what they gave before the visit moves to it. Not where a name alone was typed. */
  proven: boolean;
};

const AT_CONSOLE: DoorOrigin = { source: 0, clientRef: null, shown: [], proven: true };

const preSigned = ({ agreements, signature, signed_name }: PreRegistration): ShownAgreement[] =>
  agreements.map(({ _id, version, language, signed_at }) => ({
    _id,
    version,
    language_id: language,
    signature,
    typed: signed_name,
    signedAt: signed_at,
  }));

/**
 * Starts a visit at the door: what was signed there and before the visit is recorded with it, and a photo given before is used
 * where none was taken. With nothing of that it is `start` itself. Within a transaction.
 * @param before what a registered visitor gave before the visit
 */
export const startWithAgreements = async (
  ctx: RequestContext,
  location: string,
  body: VisitBody,
  door: DoorOrigin,
  before?: PreRegistration,
): Promise<RawJson> => {
  const given = new Set(door.shown.map(({ _id }) => _id));
  const earlier = before === undefined ? [] : preSigned(before).filter(({ _id }) => !given.has(_id));
  if (earlier.length === 0 && door.shown.length === 0)
    return start(ctx, location, { ...(before?.photo ? { photo: before.photo } : {}), ...body }, door);
  const locked = await lockShownAgreements(ctx, location, [...earlier, ...door.shown]);
  const agreements = [...(body.agreements ?? []), ...locked.map(([{ _id }]) => _id)];
  // What an API call lists is signed as it stands now.
  const agreementChanges = await agreementChangesOf(ctx, location, agreements, [
    ...new Set(locked.map(([{ _id }]) => _id)),
  ]);
  const sign: NonNullable<Origin["sign"]> = async (inner, { id, row }) => {
    await recordShownSignatures(inner, location, locked, { ...row, visit: id });
    const signature = body.signature ?? null;
    const signedAt = row.signed_in < iso(ctx.now) ? row.signed_in : iso(ctx.now);
    await signNow(inner, location, agreementChanges, { ...row, signature, visit: id, signedAt });
  };
  const photo = before?.photo ? { photo: before.photo } : {};
  return start(ctx, location, { ...photo, ...body, agreements: agreementChanges.agreements }, { ...door, sign });
};

/**
 * Starts a visit of a registered visitor with all shared, custom and extra keys; those of the body override (rules 5). What
 * they signed and gave before the visit moves to it.
 * @returns the visit. Errors: `404`; `400` while they are inside, and for what a visit cannot begin with.
 */
export const signIn = (
  ctx: RequestContext,
  location: string,
  id: string,
  body: VisitBody,
  door: DoorOrigin = AT_CONSOLE,
): Promise<RawJson> =>
  inTransaction(ctx, async (inner) => {
    const known = await store.lockRegistered(inner.db, { company_id: location, _id: id });
    if (known === undefined) throw notFound();
    const before = door.proven ? await findPreRegistration(inner.db, { location, id }) : undefined;
    const whole = { ...copiedFields(known), ...body, known_visitor_id: id };
    const visit = await startWithAgreements(inner, location, whole, door, before);
    if (before !== undefined) await deletePreRegistration(inner.db, { location, id });
    return visit;
  });
