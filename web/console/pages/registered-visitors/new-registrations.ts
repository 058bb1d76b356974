import { isEmailAddress } from "../../../../shared/email.ts";
import { type ExpectedTime, spanOf } from "./form/expected-time.ts";
import type { Person } from "./form/person-names.ts";
import type { Registration } from "./registrations.ts";
import { type Repeat, REPEATS_MAX, repeatedDays } from "./form/repeats.ts";

/** The most visitors that can be registered in one step, counting each day. */
export const REGISTRATIONS_MAX = 200;

/** What the form registers in one step: several visitors instead of the one in its fields, and the days. */
export type Several = { people: readonly Person[] | undefined; repeat: Repeat | undefined };

/** The problem of a row. */
export const personProblem = ({ first_name, last_name, company, email }: Person): "name" | "email" | undefined => {
  if ([first_name, last_name, company].every((text) => text.trim() === "")) return "name";
  return email.trim() === "" || isEmailAddress(email.trim()) ? undefined : "email";
};

const isRepeated = ({ repeat }: Several, { kind }: ExpectedTime): boolean => repeat !== undefined && kind === "day";

/** The days after the form's first one; a visit that is not repeated has that day alone. */
const daysOf = (several: Several, expected: ExpectedTime): readonly string[] =>
  several.repeat !== undefined && isRepeated(several, expected)
    ? repeatedDays(expected.day, several.repeat)
    : [expected.day];

/** Why the form can't register them, and the field. */
export const severalProblem = (
  several: Several,
  expected: ExpectedTime,
): { field: "people" | "repeat"; problem: "noPeople" | "badRows" | "noDays" | "manyDays" | "tooMany" } | undefined => {
  const { people } = several;
  const days = daysOf(several, expected).length;
  if (people?.length === 0) return { field: "people", problem: "noPeople" };
  if (people?.some((person) => personProblem(person) !== undefined) === true)
    return { field: "people", problem: "badRows" };
  if (days === 0) return { field: "repeat", problem: "noDays" };
  if (days > REPEATS_MAX) return { field: "repeat", problem: "manyDays" };
  return days * (people?.length ?? 1) > REGISTRATIONS_MAX ? { field: "people", problem: "tooMany" } : undefined;
};

const filledOf = (person: Person): Partial<Person> =>
  Object.fromEntries(Object.entries(person).flatMap(([key, text]) => (text.trim() === "" ? [] : [[key, text.trim()]])));

/** The form's fields that belong to one visitor: with several, each has their own. */
const OWN = new Set(["first_name", "last_name", "email", "company", "phone"]);

/**
 * The registrations of the form: each visitor on each day, by the location's clock.
 * @param body the values common to all @param nameOn the name of a row, with its day if there are several
 */
export const registrationsOf = (
  { people, repeat }: Several,
  expected: ExpectedTime,
  body: Readonly<Record<string, unknown>>,
  { timeZone, nameOn }: { timeZone: string; nameOn: (of: object, day: string | undefined) => string },
): Omit<Registration, "key">[] => {
  const shared = Object.fromEntries(Object.entries(body).filter(([key]) => people === undefined || !OWN.has(key)));
  const bodies = people?.map((person) => ({ ...shared, ...filledOf(person) })) ?? [shared];
  const repeats = isRepeated({ people, repeat }, expected);
  return daysOf({ people, repeat }, expected).flatMap((day) =>
    bodies.map((each) => ({
      name: nameOn(each, repeats ? day : undefined),
      body: { ...each, visiting_on: spanOf(repeats ? { ...expected, day, lastDay: day } : expected, timeZone) },
    })),
  );
};
