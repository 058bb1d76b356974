import type { RegisteredVisitor } from "../../data/registered-visitors.ts";
import { type ExpectedTime, spanOf } from "./expected-time.ts";

/** What is typed, by field; what was not touched is not in it. */
export type RegisteredVisitorDraft = Readonly<Record<string, unknown>> & { expected?: ExpectedTime };

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === "";

/** What is to be sent: `null` removes what was emptied, and what is as it was is left out. */
export const changeOf = (
  person: RegisteredVisitor | undefined,
  { expected, ...typed }: RegisteredVisitorDraft,
  timeZone: string,
): Record<string, unknown> => {
  const changed = Object.entries(typed)
    .map(([field, value]): [string, unknown] => [field, isBlank(value) ? null : value])
    .filter(([field, value]) => value !== (person?.[field] ?? null));
  const span = expected === undefined ? {} : { visiting_on: spanOf(expected, timeZone) };
  return { ...Object.fromEntries(changed), ...span };
};
