import type { RegisteredVisitor } from "../../../data/lists/registered-visitors.ts";
import { emptiedAsNull } from "../../../components/edits/merge-edits.ts";
import { type ExpectedTime, expectedTimeOf, spanOf } from "./expected-time.ts";

/** The typed values by field; untouched fields are absent. */
export type RegisteredVisitorDraft = Readonly<Record<string, unknown>> & { expected?: ExpectedTime };

/** The body to send. */
export const bodyOf = ({ expected, ...typed }: RegisteredVisitorDraft, timeZone: string): Record<string, unknown> => ({
  ...emptiedAsNull(typed),
  ...(expected === undefined ? {} : { visiting_on: spanOf(expected, timeZone) }),
});

/** Values that belong to one registration, and not to the visitor. */
const OWN = new Set(["_id", "company_id", "create_date", "mod_date", "status", "invited_date", "preregistered_date"]);

/** A copy of a registered visitor as a new one: on the same day, or today if that has passed. */
export const copyOf = (person: RegisteredVisitor, today: string, timeZone: string): RegisteredVisitorDraft => {
  const { visiting_on, ...rest } = person;
  const expected = expectedTimeOf(visiting_on, timeZone);
  const later = (day: string): string => (day === "" || day >= today ? day : today);
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !OWN.has(key))),
    expected: { ...expected, day: later(expected.day), lastDay: later(expected.lastDay) },
  };
};
