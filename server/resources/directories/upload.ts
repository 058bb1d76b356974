import { isDeepStrictEqual } from "node:util";

import { TableBody } from "../../platform/http/input/body.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { checkMatch, lockDirectory, logDirectory } from "./directories.ts";
import * as groupsStore from "./groups-store.ts";
import type * as contract from "./people-contract.ts";
import * as peopleStore from "./people-store.ts";
import * as store from "./store.ts";
import { sync } from "./sync.ts";
import { type ListedPerson, readList } from "./upload-rows.ts";

/** The rows to store: those who were there keep their ID; who did not change keeps all. */
const rowsOf = (
  ctx: RequestContext,
  people: readonly ListedPerson[],
  known: ReadonlyMap<string, peopleStore.PersonRow>,
): peopleStore.PersonRow[] =>
  people.map(({ groups: _groups, ...person }) => {
    const old = known.get(person.external_id.toLowerCase());
    const at = iso(ctx.now);
    const content = { ...person, user_name: person.external_id };
    if (old === undefined) return { ...content, _id: newId(undefined, ctx.now), create_date: at, mod_date: at };
    return isDeepStrictEqual({ ...old, ...content }, old) ? old : { ...old, ...content, mod_date: at };
  });

/** The groups that the list names, by their folded name; new ones are created, and others deleted. */
const saveGroups = async (
  ctx: RequestContext,
  directory: string,
  people: readonly ListedPerson[],
): Promise<Map<string, string>> => {
  const names = new Map(people.flatMap(({ groups }) => groups.map((name) => [name.toLowerCase(), name])));
  const ids = new Map<string, string>();
  const gone: string[] = [];
  for (const { _id, display_name } of await groupsStore.listGroups(ctx.db, directory, false))
    if (names.has(display_name.toLowerCase())) ids.set(display_name.toLowerCase(), _id);
    else gone.push(_id);
  await groupsStore.deleteGroups(ctx.db, directory, gone);
  const at = iso(ctx.now);
  for (const [key, display_name] of names) {
    if (ids.has(key)) continue;
    const row = { _id: newId(undefined, ctx.now), display_name, external_id: null, create_date: at, mod_date: at };
    await groupsStore.saveGroup(ctx.db, directory, row);
    ids.set(key, row._id);
  }
  return ids;
};

/** Stores a list. @returns whether it differs from the one before */
const save = async (ctx: RequestContext, directory: string, people: readonly ListedPerson[]): Promise<boolean> => {
  const stored = await peopleStore.listPeople(ctx.db, directory, peopleStore.ALL_PEOPLE);
  const before = new Set(stored);
  const rows = rowsOf(ctx, people, new Map(stored.map((row) => [row.user_name.toLowerCase(), row])));
  const kept = new Set(rows.map(({ _id }) => _id));
  const gone = stored.flatMap(({ _id }) => (kept.has(_id) ? [] : [_id]));
  const changed = rows.filter((row) => !before.has(row));
  await peopleStore.deletePeople(ctx.db, directory, gone);
  await peopleStore.savePeople(ctx.db, directory, changed);
  const groups = await saveGroups(ctx, directory, people);
  const pairs = rows.flatMap(({ _id }, n) =>
    (people[n]?.groups ?? []).map((name) => [groups.get(name.toLowerCase()) ?? "", _id] as const),
  );
  const moved = await groupsStore.replaceMembers(ctx.db, directory, pairs);
  return gone.length + changed.length + moved > 0;
};

/**
 * Replaces the people of a `csv` directory, all or none, and answers what a sync would do (docs/directories.md). Errors: `400`
 * for another kind and for a bad row, by its number; `404`, `412`.
 */
export const replacePeople = async (
  ctx: RequestContext,
  id: string,
  body: unknown,
): Promise<Static<typeof contract.replacePeople.response>> => {
  const people = readList(body instanceof TableBody ? body.rows : body, body instanceof TableBody);
  return inTransaction(ctx, async (inner) => {
    const directory = await lockDirectory(inner, id);
    checkMatch(inner, directory);
    if (directory.kind !== "csv")
      throw badRequest("Only a directory of kind csv takes a list of people.", "wrong_directory_kind");
    const { people: before } = await store.countContents(inner.db, directory._id);
    const isChanged = await save(inner, directory._id, people);
    if (isChanged)
      await runLoggedQuery(inner, store.touchDirectory(directory._id), {
        ...logDirectory("replace_people"),
        body: { before: { people: before }, after: { people: people.length } },
      });
    return { received: people.length, ...(await sync(inner, directory._id, {})) };
  });
};
