import type { UpdateInput } from "../../platform/http/input/update-input.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { BLANK, checkNew, mergeRegistered } from "./registered-visitors.ts";
import type { RegisteredRow } from "./store.ts";
import type { VisitingSpan } from "./visiting-span.ts";

/** The keys of a registered visitor as a body has them, checked by its schema. */
export type Keys = Record<string, unknown>;

/** A person of a series or group: what is the same in all their records, and what each begins with. */
export type Member = { member: string; row: RegisteredRow };

const NONE: ReadonlySet<string> = new Set();

const asInput = (
  body: Keys,
  removed: ReadonlySet<string>,
): UpdateInput<Parameters<typeof mergeRegistered>[0]["body"]> => ({
  body,
  removed,
});

/** A record with these keys changed. Errors: `400` for own keys that can't be stored. */
export const withKeys = (
  row: RegisteredRow,
  keys: Keys,
  { removed = NONE, span }: { removed?: ReadonlySet<string>; span?: VisitingSpan | undefined } = {},
): RegisteredRow => mergeRegistered(asInput(keys, removed), row, span);

/**
 * New persons. Errors: `400` for unknown references and own keys that can't be stored.
 * @param all what all have, and how many were named at that moment or before it
 */
export const newMembers = async (
  ctx: RequestContext,
  location: string,
  persons: readonly Keys[],
  { shared, before = 0 }: { shared: Keys; before?: number },
): Promise<Member[]> => {
  const members = persons.map((person, n) => ({
    // Sorts in the order in which they were named, and after those who were there before.
    member: `${iso(ctx.now)} ${String(before + n).padStart(3, "0")}`,
    row: withKeys(BLANK, { ...shared, ...person }),
  }));
  for (const { row } of members) await checkNew(ctx, location, row, BLANK);
  return members;
};

/** What a new list of persons means: whose keys change, who is added, who is no longer there. */
export type Exchange = { keys: ReadonlyMap<string, Keys>; added: Keys[]; removed: ReadonlySet<string> };

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim().toLowerCase() : "");

/** Whether a person of the list is that member: by email address, else by name. */
const isSame = ({ row }: Member, person: Keys): boolean => {
  const mail = textOf(person["email"]);
  if (mail !== "" || textOf(row.email) !== "") return mail === textOf(row.email);
  return ["first_name", "last_name"].every((name) => textOf(Reflect.get(row, name)) === textOf(person[name]));
};

/** Compares persons with a new list of them. @param isNamed whether an entry of the list names that person by ID */
export const exchange = (
  members: readonly Member[],
  persons: readonly Keys[],
  isNamed: (member: Member, person: Keys) => boolean = () => false,
): Exchange => {
  const keys = new Map<string, Keys>();
  const added: Keys[] = [];
  for (const person of persons) {
    const free = members.filter(({ member }) => !keys.has(member));
    const found = free.find((one) => isNamed(one, person)) ?? free.find((one) => isSame(one, person));
    if (found === undefined) added.push(person);
    else keys.set(found.member, person);
  }
  return { keys, added, removed: new Set(members.flatMap(({ member }) => (keys.has(member) ? [] : [member]))) };
};
