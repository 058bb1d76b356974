import { isEmailAddress } from "../../../../shared/email.ts";
import type { ExpectedTime } from "./form/expected-time.ts";
import type { Person } from "./form/person-names.ts";
import type { Registration } from "./registrations.ts";
import type { Repeat } from "./form/repeat.ts";

/** The most visitors that can be registered in one step. */
export const REGISTRATIONS_MAX = 200;
/** The most visits of one series. */
export const REPEATS_MAX = 500;

/** What visitors who come together have: a name of the group, and how many come without names. */
export type Together = { name: string; unnamed: number };

/** What the form registers in one step: several visitors instead of the one in its fields, perhaps as a group, and a repetition. */
export type Several = {
  people: readonly Person[] | undefined;
  together: Together | undefined;
  repeat: Repeat | undefined;
};

/** The problem of a row. */
export const personProblem = ({ first_name, last_name, company, email }: Person): "name" | "email" | undefined => {
  if ([first_name, last_name, company].every((text) => text.trim() === "")) return "name";
  return email.trim() === "" || isEmailAddress(email.trim()) ? undefined : "email";
};

/** Several who come as a group. */
export const groupOf = ({ people, together }: Several): Together | undefined =>
  people === undefined ? undefined : together;

/** The repetition that the form asks for: of one day alone, and of no group. */
export const repeatOf = (several: Several, { kind }: ExpectedTime): Repeat | undefined =>
  kind === "day" && groupOf(several) === undefined ? several.repeat : undefined;

const repeatProblem = (
  { weekdays, ends, until, times, repeats }: Repeat,
  day: string,
): "noDays" | "badEnd" | "manyDays" | undefined => {
  if (repeats === "weekly" && weekdays.length === 0) return "noDays";
  if (ends === "until") return until < day ? "badEnd" : undefined;
  return Number.isInteger(times) && times >= 1 && times <= REPEATS_MAX ? undefined : "manyDays";
};

/** Why the form can't register them, and the field. */
export const severalProblem = (
  several: Several,
  expected: ExpectedTime,
):
  | { field: "people" | "repeat"; problem: "noPeople" | "badRows" | "noDays" | "badEnd" | "manyDays" | "tooMany" }
  | undefined => {
  const { people } = several;
  const unnamed = groupOf(several)?.unnamed ?? 0;
  if (people?.length === 0 && unnamed === 0) return { field: "people", problem: "noPeople" };
  if (people?.some((person) => personProblem(person) !== undefined) === true)
    return { field: "people", problem: "badRows" };
  const repeat = repeatOf(several, expected);
  const problem = repeat && repeatProblem(repeat, expected.day);
  if (problem !== undefined) return { field: "repeat", problem };
  return (people?.length ?? 1) + unnamed > REGISTRATIONS_MAX ? { field: "people", problem: "tooMany" } : undefined;
};

const filledOf = (person: Person): Partial<Person> =>
  Object.fromEntries(Object.entries(person).flatMap(([key, text]) => (text.trim() === "" ? [] : [[key, text.trim()]])));

/** The form's fields that belong to one visitor: with several, each has their own. */
const OWN = new Set(["first_name", "last_name", "email", "company", "phone"]);

type Keys = Readonly<Record<string, unknown>>;

const partOf = (body: Keys, isOwn: boolean): Keys =>
  Object.fromEntries(Object.entries(body).filter(([key]) => OWN.has(key) === isOwn));

/** The visitors of the form, and what all of them have. @param body the form's values */
export const visitorsOf = (people: readonly Person[] | undefined, body: Keys): { visitors: Keys[]; shared: Keys } => ({
  visitors: people?.map(filledOf) ?? [partOf(body, true)],
  shared: partOf(body, false),
});

/** Several registrations of the form. @param nameOf the name of a row */
export const registrationsOf = (
  people: readonly Person[],
  body: Keys,
  nameOf: (of: object) => string,
): Omit<Registration, "key">[] => {
  const { visitors, shared } = visitorsOf(people, body);
  return visitors.map((each) => ({ name: nameOf(each), body: { ...shared, ...each } }));
};
