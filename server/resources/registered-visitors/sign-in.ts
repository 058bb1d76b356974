import { namesHaving, namesWith } from "../../../shared/fields.ts";
import { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import { VISIT_FIELDS } from "../../../shared/visit-fields.ts";
import type { ShownAgreement } from "../agreements/signing.ts";
import type { RawJson, RequestContext } from "../../platform/http/request-context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { newAjv } from "../../platform/http/input/validate.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { VisitInput } from "../visits/contract.ts";
import { type SignedOrigin, startSigned } from "../visits/start-signed.ts";
import { fullVisit, type Input as VisitBody, readVisit, type WholeVisit } from "../visits/visits.ts";
import { deletePreRegistration, findPreRegistration, type PreRegistration } from "./pre-registration-store.ts";
import * as store from "./store.ts";

/** Keys that describe one visit and not the visitor: they are never copied from the registration. */
const OF_THE_VISIT: ReadonlySet<string> = new Set([...Object.keys(VISIT_FIELDS), "notify_host"]).difference(
  new Set<string>(namesHaving(VISIT_FIELDS, "copied")),
);
const COPIED_COLUMNS = namesWith(REGISTERED_FIELDS, { column: "of_rules", copied: "always" });

const ajv = newAjv();
const documented = new Map(Object.entries(VisitInput.properties));

/**
 * An extra key of a registered visitor may have the name of a visit's field with a value that a visit can't have: it is
 * not copied then.
 */
const fits = ([key, value]: [string, unknown]): boolean => {
  const schema = documented.get(key);
  // Compiled when first used, and kept by Ajv: compiling all of them would be a fifth of the start.
  return !OF_THE_VISIT.has(key) && (schema === undefined || ajv.validate(schema, value));
};

/** The values that a visit begins with. */
export const copiedFields = (registered: store.StoredRegistered): Record<string, unknown> => {
  const shared = COPIED_COLUMNS.map((name) => [name, registered[name]] as const);
  const filled = shared.filter(([, value]) => value !== null);
  const group = registered.group_id === null ? [] : [["group_id", registered.group_id] as const];
  return Object.fromEntries([...Object.entries(registered.extra).filter(fits), ...filled, ...group]);
};

/** How a sign-in at a kiosk or on a phone differs from one in the console or through the API. */
export type DoorOrigin = SignedOrigin & {
  /**
   * The visitor has proven who they are, so what they submitted before the visit is moved to it. Not if only a name was
   * typed.
   */
  proven: boolean;
};

const AT_CONSOLE: DoorOrigin = { source: 0, clientRef: null, shown: [], proven: true };

/** The agreements they signed before the visit, and did not sign again at the entrance. */
const signedBefore = (
  { agreements, signature, signed_name }: PreRegistration,
  { shown }: DoorOrigin,
): ShownAgreement[] => {
  const again = new Set(shown.map(({ _id }) => _id));
  const earlier = agreements.filter(({ _id }) => !again.has(_id));
  return earlier.map(({ _id, version, language, signed_at, shown_as, own }) => ({
    _id,
    version,
    language_id: language,
    signature: own === undefined ? signature : own.signature,
    typed: own === undefined ? signed_name : own.signed_name,
    signedAt: signed_at,
    shownAs: shown_as,
  }));
};

/**
 * Starts a visit of a registered visitor with all shared, custom and extra keys; those of the body override (rules 5).
 * Their earlier signatures and answers are moved to the visit.
 * @returns the visit. Errors: `404`; `400` while they are inside, and for values that a visit can't begin with.
 */
export const signIn = (
  ctx: RequestContext,
  location: string,
  id: string,
  body: VisitBody,
  door: DoorOrigin,
): Promise<WholeVisit> =>
  inTransaction(ctx, async (inner) => {
    const registered = await store.lockRegistered(inner.db, { company_id: location, _id: id });
    if (registered === undefined) throw notFound();
    const before = door.proven ? await findPreRegistration(inner.db, { location, id }) : undefined;
    const whole = { ...copiedFields(registered), ...body, known_visitor_id: id };
    if (before === undefined) return startSigned(inner, location, whole, door);
    const photo = before.photo === null ? {} : { photo: before.photo };
    const shown = [...signedBefore(before, door), ...door.shown];
    const visit = await startSigned(inner, location, { ...photo, ...whole }, { ...door, shown });
    // Not earlier: if they can't be signed in, the caller may go on in this transaction.
    await deletePreRegistration(inner.db, { location, id }, visit._id);
    return visit;
  });

/** The same in the console and through the API, with the API's response (rules 5). */
export const signInAtConsole = async (
  ctx: RequestContext,
  location: string,
  id: string,
  body: VisitBody,
): Promise<RawJson> => fullVisit(await signIn(ctx, location, id, body, AT_CONSOLE));

/** The current visit of an earlier sign-in, for replays. Errors: `404`. */
export const readSignedIn = readVisit;
