import type { RequestContext } from "../../platform/http/request-context.ts";
import type { UpdateInput } from "../../platform/http/input/update-input.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { BLANK, checkNew, mergeRegistered, writeRegistered } from "../registered-visitors/registered-visitors.ts";
import { registerMany, type RegisteredRow, type SeriesVisitorRow } from "../registered-visitors/series-visitors.ts";
import type { Slot } from "./store.ts";

/** The keys of a registered visitor as a body has them. */
export type Keys = Record<string, unknown>;

/** A person of a series: the ID that is the same in all occurrences, and what each begins with. */
export type Member = { id: string; row: RegisteredRow };

const NONE: ReadonlySet<string> = new Set();

/** A body whose keys the schema has checked. */
const asInput = (body: Keys, removed = NONE): UpdateInput<Parameters<typeof mergeRegistered>[0]["body"]> => ({
  body,
  removed,
});

/** New persons. Errors: `400` for unknown references and own keys that can't be stored. @param shared what all have */
export const newMembers = async (
  ctx: RequestContext,
  location: string,
  persons: readonly Keys[],
  shared: Keys,
): Promise<Member[]> => {
  const members = persons.map((person, n) => ({
    // Sorts in the order in which they were named, and after those who were there before.
    id: `${iso(ctx.now)} ${String(n).padStart(3, "0")}`,
    row: mergeRegistered(asInput({ ...shared, ...person }), BLANK, undefined),
  }));
  for (const { row } of members) await checkNew(ctx, location, row, BLANK);
  return members;
};

/** The persons of a series, as its last occurrence has them. @param rows in the order of the occurrences */
export const membersOf = (rows: readonly SeriesVisitorRow[]): Member[] => {
  const last = rows.at(-1)?.recurrence_id;
  return rows
    .filter(({ recurrence_id }) => recurrence_id === last)
    .map(({ _id, doc: _doc, series_member, ...row }) => ({
      id: series_member,
      row: {
        ...row,
        series_member,
        status: BLANK.status,
        invited_date: null,
        preregistered_date: null,
        invitation_round: 0,
      },
    }));
};

/** A person with other keys. Errors: `400`. */
export const editMember = ({ id, row }: Member, keys: Keys, removed: ReadonlySet<string>): Member => ({
  id,
  row: mergeRegistered(asInput(keys, removed), row, undefined),
});

/** Registers each person for each slot. */
export const registerMembers = (
  ctx: RequestContext,
  location: string,
  { series, slots, members }: { series: string; slots: readonly Slot[]; members: readonly Member[] },
): Promise<void> => {
  const rows = slots.flatMap(({ recurrence_id, starts, ends }) =>
    members.map(({ id, row }) => ({
      ...row,
      _id: newId(location, ctx.now),
      visiting_from: starts,
      visiting_to: ends,
      series_id: series,
      recurrence_id,
      series_member: id,
    })),
  );
  return registerMany(ctx, location, rows);
};

/** Changes registered visitors of a series: other keys, another time. @returns whether anything has changed */
export const changeVisitor = (
  ctx: RequestContext,
  location: string,
  { _id, doc: _doc, ...before }: SeriesVisitorRow,
  { keys, removed, slot }: { keys: Keys; removed: ReadonlySet<string>; slot: Slot | undefined },
): Promise<boolean> => {
  const span = slot && { visiting_from: slot.starts, visiting_to: slot.ends };
  const row = {
    ...mergeRegistered(asInput(keys, removed), before, span),
    recurrence_id: slot?.recurrence_id ?? before.recurrence_id,
  };
  return writeRegistered(ctx, { company_id: location, _id }, row, before);
};

/** What a new list of visitors means: whose keys change, who is added, who is no longer there. */
export type Exchange = { keys: ReadonlyMap<string, Keys>; added: Keys[]; removed: ReadonlySet<string> };

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim().toLowerCase() : "");

/** Whether a person of the list is that member: by email address, else by name. */
const isSame = ({ row }: Member, person: Keys): boolean => {
  const mail = textOf(person["email"]);
  if (mail !== "" || textOf(row.email) !== "") return mail === textOf(row.email);
  return ["first_name", "last_name"].every((name) => textOf(Reflect.get(row, name)) === textOf(person[name]));
};

/** Compares the persons of a series with a new list of them. */
export const exchange = (members: readonly Member[], persons: readonly Keys[]): Exchange => {
  const keys = new Map<string, Keys>();
  const added: Keys[] = [];
  for (const person of persons) {
    const found = members.find((member) => !keys.has(member.id) && isSame(member, person));
    if (found === undefined) added.push(person);
    else keys.set(found.id, person);
  }
  return { keys, added, removed: new Set(members.flatMap(({ id }) => (keys.has(id) ? [] : [id]))) };
};

/** A series needs visitors. Errors: `400`. */
export const requireVisitors = (visitors: readonly Keys[] | undefined): readonly Keys[] => {
  if (visitors === undefined) throw badRequest('"visitors" is required: at least one.', "missing_key", "visitors");
  return visitors;
};
