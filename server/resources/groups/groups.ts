import { isDeepStrictEqual } from "node:util";

import { runLoggedQuery } from "../../platform/events/log.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { checkIfMatch } from "../../platform/http/edge/conditional.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { checkNotRemoved, type UpdateInput } from "../../platform/http/input/update-input.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { lockGroupVisitors } from "../registered-visitors/many.ts";
import type { Keys } from "../registered-visitors/persons.ts";
import { removeOutside } from "../registered-visitors/removal.ts";
import { type Group, type GroupInput, PERSONS_MAX } from "./contract.ts";
import { addPersons, changePersons, type Persons } from "./persons.ts";
import * as store from "./store.ts";

export { deleteEmptyGroups } from "./store.ts";

type Wire = Static<typeof Group>;
type Input = UpdateInput<Static<typeof GroupInput>>;

/** Keys of the group itself; all others are those of its persons. */
const OWN = new Set(["company_id", "name", "leader", "members", "unnamed"]);

const sharedKeys = (body: Keys): Keys => Object.fromEntries(Object.entries(body).filter(([key]) => !OWN.has(key)));

/** An entry of the log about a group. */
export const groupEntry = (location: string, action: "create" | "change" | "remove") => ({
  location,
  action: `group.${action}`,
  subject: "group",
});

const wire = (row: store.GroupRow, persons: readonly store.PersonRow[]): Wire => {
  const { name, leader_id, shared, named_by_leader: _named, ...rest } = row;
  const parsed = persons.map(({ doc }) => JSON.parse(doc) as { _id: string } & Keys);
  const leader = parsed.find(({ _id }) => _id === leader_id);
  return {
    ...shared,
    ...rest,
    ...(name === null ? {} : { name }),
    ...(leader === undefined ? {} : { leader }),
    members: parsed.filter(({ _id }) => _id !== leader_id),
  };
};

const wireAll = async (ctx: RequestContext, location: string, rows: readonly store.GroupRow[]): Promise<Wire[]> => {
  const ids = rows.map(({ _id }) => _id);
  const persons = Map.groupBy(await store.listPersons(ctx.db, location, ids), ({ group_id }) => group_id);
  return rows.map((row) => wire(row, persons.get(row._id) ?? []));
};

/** The groups of a location, the newest first. */
export const listGroups = async (ctx: RequestContext, location: string): Promise<Wire[]> =>
  wireAll(ctx, location, await store.listGroups(ctx, location));

/** One group. Errors: `404`. */
export const readGroup = async (ctx: RequestContext, location: string, id: string): Promise<Wire> => {
  const row = await store.findGroup(ctx.db, location, id.toLowerCase());
  const [found] = row === undefined ? [] : await wireAll(ctx, location, [row]);
  if (found === undefined) throw notFound();
  return found;
};

/** A group as stored, locked until the transaction ends. Errors: `404`. */
export const lockGroup = async (ctx: RequestContext, location: string, id: string): Promise<store.GroupRow> => {
  const row = await store.lockGroup(ctx.db, location, id.toLowerCase());
  if (row === undefined) throw notFound();
  return row;
};

/** Compares a locked group with the tag that the caller read. Errors: `412`. */
const checkUnchanged = async (ctx: RequestContext, { company_id, _id }: store.GroupRow): Promise<void> => {
  if (ctx.ifMatch === undefined) return;
  const current = await readGroup(ctx, company_id, _id);
  checkIfMatch(ctx, () => current);
};

/** A group has persons. Errors: `400` for one that is empty, or too large. */
const checkSize = ({ leader, members = [], unnamed = 0 }: Persons & { unnamed?: number | undefined }): void => {
  const size = (leader === undefined ? 0 : 1) + members.length + unnamed;
  if (size === 0) throw badRequest('A group needs a "leader", "members" or "unnamed".', "missing_key", "members");
  if (size > PERSONS_MAX) throw badRequest(`A group has at most ${PERSONS_MAX} persons.`, "too_many", "members");
};

/** Expects visitors who come together (decision 0063). Errors: `400`. */
export const createGroup = (ctx: RequestContext, location: string, body: Static<typeof GroupInput>): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const { name = null, leader, members, unnamed = 0 } = body;
    checkSize({ leader, members, unnamed });
    const at = iso(ctx.now);
    const row = { company_id: location, _id: newId(location, ctx.now), name, unnamed, shared: sharedKeys(body) };
    const leader_id = await addPersons(inner, row, { leader, members });
    const group = { ...row, leader_id, named_by_leader: [], create_date: at, mod_date: at };
    await runLoggedQuery(inner, store.insertGroup(group), groupEntry(location, "create"));
    return readGroup(inner, location, row._id);
  });

const changedRow = (old: store.GroupRow, { body, removed }: Input): store.GroupRow => {
  const kept = Object.entries(old.shared).filter(([key]) => !removed.has(key));
  return {
    ...old,
    name: removed.has("name") ? null : (body.name ?? old.name),
    unnamed: body.unnamed ?? old.unnamed,
    shared: { ...Object.fromEntries(kept), ...sharedKeys(body) },
  };
};

/** Changes a group and its persons. Errors: `400`, `404`, `412`. */
export const updateGroup = (ctx: RequestContext, location: string, id: string, input: Input): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    checkNotRemoved(input, "members", "unnamed");
    const old = await lockGroup(inner, location, id);
    await checkUnchanged(inner, old);
    const row = changedRow(old, input);
    const { body, removed } = input;
    const edit = { keys: sharedKeys(body), removed, leader: body.leader, members: body.members };
    const { leader_id, isChanged } = await changePersons(inner, row, edit);
    const changed = { ...row, leader_id };
    if (isChanged || !isDeepStrictEqual(changed, old))
      await runLoggedQuery(
        inner,
        store.updateGroup({ ...changed, mod_date: iso(ctx.now) }),
        groupEntry(location, "change"),
      );
    return readGroup(inner, location, id);
  });

/** Removes a group; its visitors are no longer expected, but those who are inside. Errors: `404`, `412`. */
export const removeGroup = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    const old = await lockGroup(inner, location, id);
    await checkUnchanged(inner, old);
    const { _id } = old;
    const persons = (await lockGroupVisitors(inner, location, _id)).map((person) => person._id);
    if (persons.length > 0) await removeOutside(inner, location, persons);
    await runLoggedQuery(inner, store.deleteGroup(location, _id), groupEntry(location, "remove"));
    return { message: "Group removed." };
  });
