import { VISIT_FIELDS } from "../../../../shared/visit-fields.ts";
import type { Visit } from "../../data/lists/visits.ts";
import type { CustomField } from "./queries.ts";

/** Keys of a visit that are not answers: documented ones, and what the service keeps besides. */
const NON_ANSWER_KEYS: ReadonlySet<string> = new Set(Object.keys(VISIT_FIELDS));

/** An answer as it was given, with the question's label. */
export type VisitAnswer = { name: string; label: string; value: unknown };

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

/** The answers of a visit in the order of the questions; keys that no question has come last, under their own names. */
export const answersOf = (visit: Visit, fields: readonly CustomField[]): readonly VisitAnswer[] => {
  const asked = new Set(fields.map(({ field_name }) => field_name));
  const others = Object.keys(visit).filter((key) => !NON_ANSWER_KEYS.has(key) && !asked.has(key));
  return [
    ...fields.map(({ field_name: name, label }) => ({ name, label, value: visit[name] })),
    ...others.map((name) => ({ name, label: name, value: visit[name] })),
  ].filter(({ value }) => !isEmpty(value));
};

/** The questions that a visit of this type is asked. */
export const questionsOf = (fields: readonly CustomField[], visitType: string | undefined): readonly CustomField[] =>
  fields.filter(({ visit_types }) => visitType !== undefined && visit_types.includes(visitType));
