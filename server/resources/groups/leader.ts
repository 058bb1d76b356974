import { runLoggedQuery } from "../../platform/events/log.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest, forbidden, notFound } from "../../platform/lib/errors.ts";
import { optional } from "../../platform/lib/record/optional.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { lockGroupVisitors } from "../registered-visitors/many.ts";
import { readInvitedVisitor } from "../registered-visitors/pre-registration.ts";
import { removeOutside } from "../registered-visitors/removal.ts";
import { groupEntry } from "./groups.ts";
import { addPerson } from "./persons.ts";
import * as store from "./store.ts";

/** A group as its leader sees it: names alone, and which of them can be taken back. */
export type LedGroup = {
  name?: string;
  members: { _id: string; first_name?: string; last_name?: string; added: boolean }[];
  unnamed: number;
};

/** A person whom the leader names. */
export type NewName = { first_name: string; last_name: string; email?: string | undefined };

const wire = async ({ db }: RequestContext, row: store.GroupRow): Promise<LedGroup> => {
  const persons = await store.listPersons(db, row.company_id, [row._id]);
  const members = persons
    .filter(({ _id }) => _id !== row.leader_id)
    .map(({ _id, doc }) => {
      const { first_name, last_name } = JSON.parse(doc) as Partial<NewName>;
      const added = row.named_by_leader.includes(_id);
      return { _id, ...optional("first_name", first_name), ...optional("last_name", last_name), added };
    });
  return { ...optional("name", row.name), members, unnamed: row.unnamed };
};

/** The group that a registered visitor leads; undefined where they lead none. */
export const findLedGroup = async (
  ctx: RequestContext,
  location: string,
  { leader, group }: { leader: string; group: string | null },
): Promise<LedGroup | undefined> => {
  const row = group === null ? undefined : await store.findGroup(ctx.db, location, group);
  return row?.leader_id === leader ? wire(ctx, row) : undefined;
};

type Change = Pick<store.GroupRow, "unnamed" | "named_by_leader">;

/** Errors: `403` once the leader's visit has begun, or is over; for who leads no group. */
const changeNames = (
  ctx: RequestContext,
  location: string,
  leader: string,
  change: (inner: RequestContext, group: store.GroupRow, persons: readonly string[]) => Promise<Change>,
): Promise<LedGroup> =>
  inTransaction(ctx, async (inner) => {
    const { group_id } = (await readInvitedVisitor(inner, location, leader)).row;
    const group = group_id === null ? undefined : await store.lockGroup(inner.db, location, group_id);
    if (group?.leader_id !== leader) throw forbidden("the visitor of this link leads no group");
    const persons = (await lockGroupVisitors(inner, location, group._id)).map(({ _id }) => _id);
    const changed = { ...group, ...(await change(inner, group, persons)) };
    await runLoggedQuery(
      inner,
      store.updateGroup({ ...changed, mod_date: iso(ctx.now) }),
      groupEntry(location, "change"),
    );
    return wire(inner, changed);
  });

/**
 * Gives one of a group's unnamed persons the name that its leader knows: a registered visitor from now on. Errors:
 * `400` once all have names; `403`.
 */
export const addName = (
  ctx: RequestContext,
  location: string,
  leader: string,
  { first_name, last_name, email }: NewName,
): Promise<LedGroup> =>
  changeNames(ctx, location, leader, async (inner, group, persons) => {
    if (group.unnamed === 0) throw badRequest("All persons of this group have names.", "too_many");
    const person = { first_name, last_name, ...optional("email", email) };
    const added = await addPerson(inner, group, person, persons.length);
    return { unnamed: group.unnamed - 1, named_by_leader: [...group.named_by_leader, added] };
  });

/** Takes back a name that the leader added. Errors: `400` for one who is inside; `403`; `404` for all others. */
export const takeNameBack = (ctx: RequestContext, location: string, leader: string, id: string): Promise<LedGroup> =>
  changeNames(ctx, location, leader, async (inner, group, persons) => {
    const member = id.toLowerCase();
    if (!persons.includes(member) || !group.named_by_leader.includes(member)) throw notFound();
    const { inside } = await removeOutside(inner, location, [member]);
    if (inside.has(member)) throw badRequest("This person is signed in.", "visitor_inside");
    return {
      unnamed: group.unnamed + 1,
      named_by_leader: group.named_by_leader.filter((named) => named !== member),
    };
  });
