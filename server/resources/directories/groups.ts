import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { applyEach, type Directory } from "./apply.ts";
import type { Problem } from "./difference.ts";
import * as store from "./groups-store.ts";
import { alreadyTaken, isTaken } from "./people.ts";

export type { GroupWithMembers } from "./groups-store.ts";

/** What a directory says of a group, without its members. */
export type GroupContent = Pick<store.GroupRow, "display_name" | "external_id">;

/** A group while it is changed. */
export type GroupEditor = {
  content: GroupContent;
  /** All members; the group is locked with them. */
  members: () => Promise<string[]>;
  add: (ids: readonly string[]) => Promise<void>;
  remove: (ids: readonly string[]) => Promise<void>;
};

const save = async (ctx: RequestContext, directory: Directory, row: store.GroupRow): Promise<void> => {
  try {
    await store.saveGroup(ctx.db, directory._id, row);
  } catch (error) {
    throw isTaken(error) ? alreadyTaken('"displayName" is already used by another group.') : error;
  }
};

/** The groups of a directory. @param withMembers whether their members are needed @param name of the only one wanted */
export const findGroups = (
  { db }: RequestContext,
  directory: Directory,
  withMembers: boolean,
  name: string | null,
): Promise<store.GroupWithMembers[]> => store.listGroups(db, directory._id, withMembers, name);

/** One group with its members. Errors: `404`. */
export const readGroup = async (
  { db }: RequestContext,
  directory: Directory,
  id: string,
): Promise<store.GroupWithMembers> => {
  const row = await store.findGroup(db, directory._id, id.toLowerCase());
  if (row === undefined) throw notFound();
  return row;
};

const lockMembers = async (ctx: RequestContext, directory: Directory, id: string): Promise<string[]> =>
  (await store.lockGroup(ctx.db, directory._id, id))?.members ?? [];

/** A group's ID, and what was left undone, and why, for people of it. */
export type GroupWrite = { id: string; problems: Problem[] };

/** Hosts and users of some people follow, once the group is committed. */
const follow = async (
  ctx: RequestContext,
  directory: Directory,
  { id, people }: { id: string; people: readonly string[] },
): Promise<GroupWrite> => ({ id, problems: [...(await applyEach(ctx, directory, people)).values()].flat() });

/** Adds a group. Errors: `409` for a taken name. */
export const addGroup = async (
  ctx: RequestContext,
  directory: Directory,
  content: GroupContent,
  people: readonly string[],
): Promise<GroupWrite> => {
  const at = iso(ctx.now);
  const row = { ...content, _id: newId(undefined, ctx.now), create_date: at, mod_date: at };
  await inTransaction(ctx, async (inner) => {
    await save(inner, directory, row);
    await store.addMembers(inner.db, directory._id, row._id, people);
  });
  return follow(ctx, directory, { id: row._id, people });
};

/** The people whom a request names, and how many of them really came and went: clients send members again and again. */
type MemberChange = { people: Set<string>; moved: number };

const editorOf = (
  ctx: RequestContext,
  directory: Directory,
  { _id, display_name, external_id }: store.GroupRow,
  touched: MemberChange,
): GroupEditor => {
  const touch = (ids: readonly string[]): void => ids.forEach((id) => touched.people.add(id));
  return {
    content: { display_name, external_id },
    members: () => lockMembers(ctx, directory, _id),
    add: async (ids) => {
      touch(ids);
      touched.moved += await store.addMembers(ctx.db, directory._id, _id, ids);
    },
    remove: async (ids) => {
      touch(ids);
      touched.moved += await store.removeMembers(ctx.db, directory._id, _id, ids);
    },
  };
};

/**
 * Changes a group in one transaction; then the people concerned follow: members who come and go, and all of them if the
 * name changes, by which a rule may know it. Errors: `404`, `409` for a taken name, and those of `edit`.
 */
export const changeGroup = async (
  ctx: RequestContext,
  directory: Directory,
  id: string,
  edit: (editor: GroupEditor) => Promise<void>,
): Promise<GroupWrite> => {
  const change = await inTransaction(ctx, async (inner) => {
    const old = await store.lockGroupRow(inner.db, directory._id, id.toLowerCase());
    if (old === undefined) throw notFound();
    const touched: MemberChange = { people: new Set(), moved: 0 };
    const editor = editorOf(inner, directory, old, touched);
    await edit(editor);
    const { display_name, external_id } = editor.content;
    const isRenamed = display_name !== old.display_name;
    if (isRenamed || external_id !== old.external_id || touched.moved > 0)
      await save(inner, directory, { ...old, display_name, external_id, mod_date: iso(ctx.now) });
    const all = isRenamed ? await editor.members() : [];
    return { id: old._id, people: [...new Set([...touched.people, ...all])] };
  });
  return follow(ctx, directory, change);
};

/** Removes a group; its people follow the rules without it. Errors: `404`. */
export const removeGroup = async (ctx: RequestContext, directory: Directory, id: string): Promise<GroupWrite> => {
  const change = await inTransaction(ctx, async (inner) => {
    const row = await store.lockGroup(inner.db, directory._id, id.toLowerCase());
    if (row === undefined) throw notFound();
    await store.deleteGroups(inner.db, directory._id, [row._id]);
    return { id: row._id, people: row.members };
  });
  return follow(ctx, directory, change);
};
