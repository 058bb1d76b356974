import { isDeepStrictEqual } from "node:util";

import type { RequestContext } from "../../platform/http/request-context.ts";
import { mapInSlices } from "../../platform/lib/async/slices.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as groupsStore from "./groups-store.ts";
import * as peopleStore from "./people-store.ts";

/** A person of a list. @property groups the keys of their groups */
export type ListedPerson = {
  external_id: string;
  email: string | null;
  active: boolean;
  data: peopleStore.Attributes;
  groups: readonly string[];
};
/** A group of a list. @property key its external ID, or its name in lower case where it has none */
export type ListedGroup = { key: string; display_name: string; external_id: string | null };
/** Everyone that a directory names, and all its groups. */
export type DirectoryList = { people: readonly ListedPerson[]; groups: readonly ListedGroup[] };

/** How many people one statement writes: it has a time limit. */
const ROWS_MAX = 1_000;

/** The rows to store: those who were there keep their ID; who did not change keeps all. */
const rowsOf = (
  ctx: RequestContext,
  people: readonly ListedPerson[],
  known: ReadonlyMap<string, peopleStore.PersonRow>,
): Promise<peopleStore.PersonRow[]> =>
  mapInSlices(people, ({ groups: _groups, ...person }) => {
    const old = known.get(person.external_id.toLowerCase());
    const at = iso(ctx.now);
    const content = { ...person, user_name: person.external_id };
    if (old === undefined) return { ...content, _id: newId(undefined, ctx.now), create_date: at, mod_date: at };
    return isDeepStrictEqual({ ...old, ...content }, old) ? old : { ...old, ...content, mod_date: at };
  });

const keyOf = ({ external_id, display_name }: Pick<groupsStore.GroupRow, "external_id" | "display_name">): string =>
  external_id ?? display_name.toLowerCase();

/** Whether a stored group needn't be written: one that is known by its name keeps the spelling it came with. */
const isSame = (row: groupsStore.GroupRow, { external_id, display_name }: ListedGroup): boolean =>
  external_id === null || row.display_name === display_name;

/** Stores the groups. @returns their IDs by key */
const saveGroups = async (
  ctx: RequestContext,
  directory: string,
  groups: readonly ListedGroup[],
): Promise<Map<string, string>> => {
  const stored = await groupsStore.listGroups(ctx.db, directory, false);
  const known = new Map(stored.map(({ members: _members, ...row }) => [keyOf(row), row]));
  const changed = groups.filter((group) => {
    const row = known.get(group.key);
    return row === undefined || !isSame(row, group);
  });
  const written = new Set(changed.map(({ key }) => key));
  const kept = new Set(groups.flatMap(({ key }) => (written.has(key) ? [] : [key])));
  // Those that are renamed are deleted too, and written again: two groups can have exchanged their names.
  const gone = [...known].flatMap(([key, { _id }]) => (kept.has(key) ? [] : [_id]));
  await groupsStore.deleteGroups(ctx.db, directory, gone);
  const at = iso(ctx.now);
  const ids = new Map([...known].map(([key, { _id }]) => [key, _id]));
  for (const { key, display_name, external_id } of changed) {
    const _id = ids.get(key) ?? newId(undefined, ctx.now);
    const create_date = known.get(key)?.create_date ?? at;
    await groupsStore.saveGroup(ctx.db, directory, { _id, display_name, external_id, create_date, mod_date: at });
    ids.set(key, _id);
  }
  return ids;
};

/** Stores what a directory says, instead of what it said before. @returns whether it differs */
export const saveList = async (
  ctx: RequestContext,
  directory: string,
  { people, groups }: DirectoryList,
): Promise<boolean> => {
  const stored = await peopleStore.listPeople(ctx.db, directory, peopleStore.ALL_PEOPLE);
  const before = new Set(stored);
  const rows = await rowsOf(ctx, people, new Map(stored.map((row) => [row.user_name.toLowerCase(), row])));
  const kept = new Set(rows.map(({ _id }) => _id));
  const gone = stored.flatMap(({ _id }) => (kept.has(_id) ? [] : [_id]));
  const changed = rows.filter((row) => !before.has(row));
  await peopleStore.deletePeople(ctx.db, directory, gone);
  for (let n = 0; n < changed.length; n += ROWS_MAX)
    await peopleStore.savePeople(ctx.db, directory, changed.slice(n, n + ROWS_MAX));
  const ids = await saveGroups(ctx, directory, groups);
  const members = new Map([...ids.values()].map((id): [string, string[]] => [id, []]));
  for (const [n, { _id }] of rows.entries())
    for (const key of people[n]?.groups ?? []) members.get(ids.get(key) ?? "")?.push(_id);
  const moved = await groupsStore.replaceMembers(ctx.db, directory, members);
  return gone.length + changed.length + moved > 0;
};
