import type { RequestContext } from "../../platform/http/request-context.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { type GroupVisitorRow, lockGroupVisitors, registerMany } from "../registered-visitors/many.ts";
import { exchange, type Keys, type Member, newMembers, withKeys } from "../registered-visitors/persons.ts";
import { removeOutside } from "../registered-visitors/removal.ts";
import { writeRegistered } from "../registered-visitors/registered-visitors.ts";
import { spanOf } from "../registered-visitors/visiting-span.ts";
import type { GroupRow } from "./store.ts";

/** Who a body names. */
export type Persons = { leader: Keys | undefined; members: readonly Keys[] | undefined };

type Group = Pick<GroupRow, "company_id" | "_id" | "shared">;

/** When they are expected, as a body says; its schema has checked it. */
const sentSpan = (keys: Keys) => keys["visiting_on"] as Parameters<typeof spanOf>[2];

/** The leader is among the persons by this mark, which the stored group doesn't need. */
const LEADER = Symbol("leader");
type Person = Keys & { [LEADER]?: true };

const personsOf = ({ leader, members = [] }: Persons): Person[] => [
  ...(leader === undefined ? [] : [{ ...leader, [LEADER]: true as const }]),
  ...members,
];

const withoutId = ({ _id, ...keys }: Keys): Keys => keys;

const register = async (
  ctx: RequestContext,
  { company_id, _id, shared }: Group,
  persons: readonly Person[],
  before = 0,
): Promise<string[]> => {
  const members = await newMembers(ctx, company_id, persons.map(withoutId), { shared, before });
  const rows = [];
  for (const [n, { member, row }] of members.entries()) {
    const span = await spanOf(ctx, company_id, sentSpan({ ...shared, ...persons[n] }));
    rows.push({ ...row, ...span, _id: newId(company_id, ctx.now), member, group_id: _id });
  }
  await registerMany(ctx, company_id, rows);
  return rows.map((row) => row._id);
};

/** The ID of the leader among persons who were registered. */
const leaderOf = (ids: readonly string[], persons: readonly Person[]): string | undefined =>
  ids[persons.findIndex((person) => person[LEADER])];

/** Registers the persons of a new group. Errors: `400`. @returns the ID of its leader; null without one */
export const addPersons = async (ctx: RequestContext, group: Group, named: Persons): Promise<string | null> => {
  const persons = personsOf(named);
  return leaderOf(await register(ctx, group, persons), persons) ?? null;
};

/** Registers one more person of a group. Errors: `400`. @param before how many there are. @returns their ID */
export const addPerson = async (ctx: RequestContext, group: Group, person: Keys, before: number): Promise<string> => {
  const [id = ""] = await register(ctx, group, [person], before);
  return id;
};

/** A change of persons: keys for all, and who leads and who comes from now on, where that is said. */
export type PersonsEdit = Persons & { keys: Keys; removed: ReadonlySet<string> };

const asMember = ({ _id: _own, doc: _doc, ...row }: GroupVisitorRow): Member => ({ member: row.member ?? "", row });

/** Who is there from now on, as a list that is compared with who was: what isn't said is as it was. */
const listed = (rows: readonly GroupVisitorRow[], leaderId: string | null, { leader, members }: Persons): Person[] => {
  const kept = (isLeader: boolean): Keys[] =>
    rows.filter(({ _id }) => (_id === leaderId) === isLeader).map(({ _id }) => ({ _id }));
  const [oldLeader] = kept(true);
  const lead = leader === undefined ? oldLeader : { ...oldLeader, ...leader };
  return personsOf({ leader: lead, members: members ?? kept(false) });
};

/**
 * Changes the persons of a group. Who is named by ID, email address or name keeps their record; a new leader's keys are
 * those of the leader before. Errors: `400`.
 * @returns the ID of the leader, and whether a person has changed
 */
export const changePersons = async (
  ctx: RequestContext,
  group: GroupRow,
  edit: PersonsEdit,
): Promise<{ leader_id: string | null; isChanged: boolean }> => {
  const { company_id, _id, leader_id } = group;
  const rows = await lockGroupVisitors(ctx, company_id, _id);
  const idOf = new Map(rows.map((row) => [row.member, row._id]));
  const persons = listed(rows, leader_id, edit);
  const { keys, added, removed } = exchange(rows.map(asMember), persons, ({ member }, person) => {
    return idOf.get(member) === String(person["_id"]).toLowerCase();
  });
  let isChanged = added.length + removed.size > 0;
  for (const { _id: person, doc: _doc, ...before } of rows.filter(({ member }) => keys.has(member ?? ""))) {
    const own = withoutId({ ...edit.keys, ...keys.get(before.member ?? "") });
    const span = await spanOf(ctx, company_id, sentSpan(own));
    const row = withKeys(before, own, { removed: edit.removed, span });
    isChanged = (await writeRegistered(ctx, { company_id, _id: person }, row, before)) || isChanged;
  }
  const leaving = rows.filter(({ member }) => removed.has(member ?? "")).map((row) => row._id);
  if (leaving.length > 0) await removeOutside(ctx, company_id, leaving);
  const addedLeader = leaderOf(await register(ctx, group, added), added);
  const keptLeader = [...keys].find(([, person]) => (person as Person)[LEADER])?.[0];
  return { leader_id: addedLeader ?? idOf.get(keptLeader ?? "") ?? null, isChanged };
};
