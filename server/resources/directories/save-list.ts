import { isDeepStrictEqual } from "node:util";

import type { RequestContext } from "../../platform/http/request-context.ts";
import { slicesOf } from "../../platform/lib/async/slices.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as groupsStore from "./groups-store.ts";
import * as peopleStore from "./people-store.ts";

/** A person of a list. @property data JSON: objects of many people take ten times the memory @property groups the keys of their groups */
export type ListedPerson = {
  external_id: string;
  email: string | null;
  active: boolean;
  data: string;
  groups: readonly string[];
};
/** A group of a list. @property key its external ID, or its name in lower case where it has none */
export type ListedGroup = { key: string; display_name: string; external_id: string | null };
/** Everyone that a directory names, and all its groups. */
export type DirectoryList = { people: readonly ListedPerson[]; groups: readonly ListedGroup[] };

/** How many people one statement reads or writes: it has a time limit, and all of them needn't be held at once. */
const ROWS_MAX = 500;

/** A person as stored: who was there keeps their ID, who did not change keeps all. */
const rowOf = (
  ctx: RequestContext,
  { groups: _groups, data, ...person }: ListedPerson,
  old: peopleStore.PersonRow | undefined,
): peopleStore.PersonRow => {
  const at = iso(ctx.now);
  const content = { ...person, user_name: person.external_id, data: JSON.parse(data) as peopleStore.Attributes };
  if (old === undefined) return { ...content, _id: newId(undefined, ctx.now), create_date: at, mod_date: at };
  return isDeepStrictEqual({ ...old, ...content }, old) ? old : { ...old, ...content, mod_date: at };
};

/** Stores the people. @returns their IDs, in order, and how many came, changed and went */
const savePeople = async (
  ctx: RequestContext,
  directory: string,
  people: readonly ListedPerson[],
): Promise<{ ids: string[]; moved: number }> => {
  const stored = await peopleStore.listNames(ctx.db, directory);
  const known = new Map(stored.map(({ _id, user_name }) => [user_name.toLowerCase(), _id]));
  const named = new Set(people.map(({ external_id }) => external_id.toLowerCase()));
  const gone = [...known].flatMap(([key, id]) => (named.has(key) ? [] : [id]));
  await peopleStore.deletePeople(ctx.db, directory, gone);
  const ids: string[] = [];
  let moved = gone.length;
  for await (const slice of slicesOf(people, ROWS_MAX)) {
    const wanted = slice.flatMap(({ external_id }) => known.get(external_id.toLowerCase()) ?? []);
    const before = await peopleStore.findPeople(ctx.db, directory, wanted);
    const byKey = new Map(before.map((row) => [row.user_name.toLowerCase(), row]));
    const rows = slice.map((person) => rowOf(ctx, person, byKey.get(person.external_id.toLowerCase())));
    const changed = rows.filter((row, n) => row !== byKey.get(slice[n]?.external_id.toLowerCase() ?? ""));
    await peopleStore.savePeople(ctx.db, directory, changed);
    ids.push(...rows.map(({ _id }) => _id));
    moved += changed.length;
  }
  return { ids, moved };
};

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
  const saved = await savePeople(ctx, directory, people);
  const ids = await saveGroups(ctx, directory, groups);
  const members = new Map([...ids.values()].map((id): [string, string[]] => [id, []]));
  for (const [n, id] of saved.ids.entries())
    for (const key of people[n]?.groups ?? []) members.get(ids.get(key) ?? "")?.push(id);
  const isChanged = saved.moved + (await groupsStore.replaceMembers(ctx.db, directory, members)) > 0;
  if (isChanged) await peopleStore.analyzeDirectories(ctx.db);
  return isChanged;
};
