import { sql } from "kysely";

import { build, type Db, type Statement } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";

/** A group as it is stored. */
export type GroupRow = {
  company_id: string;
  _id: string;
  name: string | null;
  leader_id: string | null;
  unnamed: number;
  /** What all its visitors have, by key. */
  shared: Record<string, unknown>;
  /** Registered visitors whom the leader named, and can take back. */
  named_by_leader: string[];
  create_date: string;
  mod_date: string;
};

const columns = [
  "company_id",
  "_id",
  "name",
  "leader_id",
  "unnamed",
  "shared",
  "named_by_leader",
  "create_date",
  "mod_date",
] as const;

const all = (location: string) => build.selectFrom("visit_groups").select(columns).where("company_id", "=", location);

/** The groups of a location that the caller sees, the newest first. */
export const listGroups = (
  { db, hosts }: Pick<RequestContext, "db" | "hosts">,
  location: string,
): Promise<GroupRow[]> => {
  const rows = all(location).orderBy("create_date", "desc").orderBy("_id", "desc");
  return db.rows<GroupRow>(
    hosts === undefined ? rows : rows.where(sql<boolean>`host_address(company_id, shared) = any (${hosts})`),
  );
};

export const findGroup = async (db: Db, location: string, id: string): Promise<GroupRow | undefined> =>
  (await db.rows<GroupRow>(all(location).where("_id", "=", id)))[0];

/** Reads a group and keeps it from being changed until the transaction ends. */
export const lockGroup = async (db: Db, location: string, id: string): Promise<GroupRow | undefined> =>
  (await db.rows<GroupRow>(all(location).where("_id", "=", id).forUpdate()))[0];

export const insertGroup = (row: GroupRow) =>
  build
    .insertInto("visit_groups")
    .values({ ...row, shared: JSON.stringify(row.shared) })
    .returning("_id");

export const updateGroup = ({ company_id, _id, ...row }: GroupRow) =>
  build
    .updateTable("visit_groups")
    .set({ ...row, shared: JSON.stringify(row.shared), rev: sql`rev + 1` })
    .where("company_id", "=", company_id)
    .where("_id", "=", _id)
    .returning("_id");

export const deleteGroup = (location: string, id: string) =>
  build.deleteFrom("visit_groups").where("company_id", "=", location).where("_id", "=", id).returning("_id");

const EMPTY: Statement = {
  name: "delete-empty-groups",
  text: `delete from visit_groups g where company_id = $1 and mod_date < $2::timestamptz
  and not exists (select from registered_visitors r where r.company_id = $1 and r.group_id = g._id)`,
};

/** Deletes the groups of a location that were last changed before a moment and of whose persons none is left. */
export const deleteEmptyGroups = async (db: Db, location: string, before: string): Promise<void> => {
  await db.named(EMPTY, [location, before]);
};

/** A registered visitor of a group, as JSON text. */
export type PersonRow = { group_id: string; _id: string; doc: string };

const PERSONS: Statement = {
  name: "list-persons-of-groups",
  text: `select group_id, _id, doc from registered_visitors
where company_id = $1 and group_id = any ($2::text[]) order by member`,
};

/** The registered visitors of these groups, in the order in which they were named. */
export const listPersons = (db: Db, location: string, groups: readonly string[]): Promise<PersonRow[]> =>
  db.named<PersonRow>(PERSONS, [location, groups]);

/** A visit of a group that hasn't ended; without a registered visitor, of an unnamed person. */
export type OpenVisit = { _id: string; known_visitor_id: string | null };

const OPEN: Statement = {
  name: "list-open-visits-of-group",
  text: `select _id, known_visitor_id from visits
where company_id = $1 and signed_out is null and extra ->> 'group_id' = $2 order by signed_in, _id`,
};

/** The open visits of a group, those who came first at the beginning. */
export const listOpenVisits = (db: Db, location: string, group: string): Promise<OpenVisit[]> =>
  db.named<OpenVisit>(OPEN, [location, group]);
