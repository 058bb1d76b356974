import type { Act, ReadyJson } from "../http/call.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { newAjv } from "../http/validate.ts";
import { notFound } from "../lib/errors.ts";
import { startVisit, VisitInput } from "../visits/contract.ts";
import { read, start } from "../visits/visits.ts";
import * as store from "./store.ts";

type VisitBody = Static<typeof VisitInput>;

/** Keys that tell of one visit and not of the visitor: they are never taken from what is known of them. */
const OF_THE_VISIT: ReadonlySet<string> = new Set([
  ...(startVisit.ignored ?? []),
  "company_id",
  "known_visitor_id",
  "signed_in",
  "signed_out",
  "signed_in_source",
  "signed_out_source",
  "safe",
  "agreements",
  "notify_host",
]);

const ajv = newAjv();

/** The checks of the documented fields of a visit. */
const checks = new Map(Object.entries(VisitInput.properties).map(([key, schema]) => [key, ajv.compile(schema)]));

/** An extra key of a registered visitor may have the name of a visit's field and hold what a visit cannot: then it stays behind. */
const fits = ([key, value]: [string, unknown]): boolean => {
  const check = checks.get(key);
  return !OF_THE_VISIT.has(key) && (check === undefined || check(value));
};

const copied = (known: store.StoredRegistered): Record<string, unknown> => {
  const { visit_type, first_name, last_name, company, email, phone, recipient, entrypoint_id, language_id, extra } =
    known;
  const shared = { visit_type, first_name, last_name, company, email, phone, recipient, entrypoint_id, language_id };
  const filled = Object.entries(shared).filter(([, value]) => value !== null);
  return Object.fromEntries([...Object.entries(extra).filter(fits), ...filled]);
};

/** The visit that a sign-in led to, as it is now: what a repeated sign-in is answered with. Errors: `404`. */
export const readVisit = read;

/**
 * Starts a visit of a registered visitor with all shared, custom and extra keys; those of the body override (decisions 5).
 * @returns the visit. Errors: `404`; `400` while they are inside, and for what a visit cannot begin with.
 */
export const signIn = (act: Act, location: string, id: string, body: VisitBody): Promise<ReadyJson> =>
  together(act, async (inner) => {
    const known = await store.lockRegistered(inner.db, { company_id: location, _id: id });
    if (known === undefined) throw notFound();
    return start(inner, location, { ...copied(known), ...body, known_visitor_id: id });
  });
