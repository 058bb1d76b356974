import type { Visit } from "../today.ts";
import type { Field } from "./queries.ts";

/** Keys of a visit that are no answers: documented ones, and what the service keeps beside them. */
const OWN: ReadonlySet<string> = new Set([
  "_id",
  "company_id",
  "first_name",
  "last_name",
  "company",
  "email",
  "phone",
  "address",
  "zip_code",
  "city",
  "recipient",
  "recipient_mail",
  "visit_type",
  "entrypoint_id",
  "known_visitor_id",
  "signed_in",
  "signed_out",
  "signed_in_source",
  "signed_out_source",
  "approval",
  "safe",
  "agreements",
  "photo",
  "signature",
  "user_id",
  "signed_in_user",
  "signed_out_user",
  "language_id",
  "visitor_number",
  "create_date",
  "mod_date",
]);

/** An answer as it was given, with the question's label. */
export type Given = { name: string; label: string; value: unknown };

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

/** The answers of a visit in the order of the questions; keys that no question has come last, under their own names. */
export const answersOf = (visit: Visit, fields: readonly Field[]): readonly Given[] => {
  const asked = new Set(fields.map(({ field_name }) => field_name));
  const others = Object.keys(visit).filter((key) => !OWN.has(key) && !asked.has(key));
  return [
    ...fields.map(({ field_name: name, label }) => ({ name, label, value: visit[name] })),
    ...others.map((name) => ({ name, label: name, value: visit[name] })),
  ].filter(({ value }) => !isEmpty(value));
};

/** The questions that a visit of this type is asked. */
export const askedOf = (fields: readonly Field[], visitType: string | undefined): readonly Field[] =>
  fields.filter(({ visit_types }) => visitType !== undefined && visit_types.includes(visitType));
