import type { Db, Statement } from "../../platform/db/database.ts";

/** A group of a directory as stored. */
export type GroupRow = {
  _id: string;
  display_name: string;
  external_id: string | null;
  create_date: string;
  mod_date: string;
};

/** A group with its members' IDs, some of which may be unknown: of people out of the directory's scope. */
export type GroupWithMembers = GroupRow & { members: string[] };

const GROUP = "g._id, g.display_name, g.external_id, g.create_date, g.mod_date";
const MEMBERS = `coalesce((select json_agg(m.member_id order by m.member_id) from directory_members m
  where m.directory_id = g.directory_id and m.group_id = g._id), '[]')`;

const LIST: Statement = {
  name: "list-directory-groups",
  text: `select ${GROUP}, case when $2 then ${MEMBERS} else '[]' end as members
from directory_groups g where g.directory_id = $1 and ($3::text is null or g.display_key = lower($3)) order by g.n`,
};

/** The groups of a directory. @param withMembers whether their members are needed @param name of the only one wanted */
export const listGroups = (
  db: Db,
  directory: string,
  withMembers: boolean,
  name: string | null = null,
): Promise<GroupWithMembers[]> => db.named<GroupWithMembers>(LIST, [directory, withMembers, name]);

const FIND: Statement = {
  name: "find-directory-group",
  text: `select ${GROUP}, ${MEMBERS} as members from directory_groups g where g.directory_id = $1 and g._id = $2`,
};
const LOCK: Statement = { name: "lock-directory-group", text: `${FIND.text} for update` };

export const findGroup = async (db: Db, directory: string, id: string): Promise<GroupWithMembers | undefined> =>
  (await db.named<GroupWithMembers>(FIND, [directory, id]))[0];

/** Reads a group and keeps it from being changed until the transaction ends. */
export const lockGroup = async (db: Db, directory: string, id: string): Promise<GroupWithMembers | undefined> =>
  (await db.named<GroupWithMembers>(LOCK, [directory, id]))[0];

const LOCK_ROW: Statement = {
  name: "lock-directory-group-row",
  text: `select ${GROUP} from directory_groups g where g.directory_id = $1 and g._id = $2 for update`,
};

/** The same without its members, who may be thousands. */
export const lockGroupRow = async (db: Db, directory: string, id: string): Promise<GroupRow | undefined> =>
  (await db.named<GroupRow>(LOCK_ROW, [directory, id]))[0];

const SAVE: Statement = {
  name: "save-directory-group",
  text: `insert into directory_groups (directory_id, _id, display_name, display_key, external_id, create_date, mod_date)
values ($1, $2, $3, lower($3), $4, $5, $6)
on conflict (directory_id, _id) do update set display_name = excluded.display_name, display_key = excluded.display_key,
  external_id = excluded.external_id, mod_date = excluded.mod_date`,
};

/** Writes a group, new or changed. Errors: the database's, if another group has the name (`isTaken`) */
export const saveGroup = async (db: Db, directory: string, row: GroupRow): Promise<void> => {
  await db.named(SAVE, [directory, row._id, row.display_name, row.external_id, row.create_date, row.mod_date]);
};

const DELETE: Statement = {
  name: "delete-directory-groups",
  text: `with gone as (delete from directory_groups where directory_id = $1 and _id = any ($2) returning _id)
delete from directory_members m using gone g where m.directory_id = $1 and m.group_id = g._id`,
};

/** Deletes groups with their memberships. */
export const deleteGroups = async (db: Db, directory: string, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.named(DELETE, [directory, ids]);
};

const ADD: Statement = {
  name: "add-directory-members",
  text: "insert into directory_members select $1, $2, unnest($3::text[]) on conflict do nothing returning member_id",
};
const REMOVE: Statement = {
  name: "remove-directory-members",
  text: "delete from directory_members where directory_id = $1 and group_id = $2 and member_id = any ($3) returning member_id",
};

/** Adds members to a group. @returns how many it didn't have */
export const addMembers = async (db: Db, directory: string, group: string, ids: readonly string[]): Promise<number> =>
  ids.length === 0 ? 0 : (await db.named(ADD, [directory, group, ids])).length;

/** Removes members from a group. @returns how many it had */
export const removeMembers = async (
  db: Db,
  directory: string,
  group: string,
  ids: readonly string[],
): Promise<number> => (ids.length === 0 ? 0 : (await db.named(REMOVE, [directory, group, ids])).length);

/** A group with how many members it has, and how many of them the directory hasn't sent. */
export type GroupSize = GroupRow & { members: number; unknown: number };

const SIZES: Statement = {
  name: "list-directory-group-sizes",
  text: `select ${GROUP}, count(m.member_id)::integer as members,
  count(m.member_id) filter (where p._id is null)::integer as unknown
from directory_groups g left join directory_members m on m.directory_id = g.directory_id and m.group_id = g._id
left join directory_people p on p.directory_id = m.directory_id and p._id = m.member_id
where g.directory_id = $1 group by g.directory_id, g._id order by g.n`,
};

export const listGroupSizes = (db: Db, directory: string): Promise<GroupSize[]> =>
  db.named<GroupSize>(SIZES, [directory]);

const REPLACE: Statement = {
  name: "replace-directory-members",
  text: `with gone as (delete from directory_members where directory_id = $1 and group_id = any ($4) and (group_id, member_id) not in (
    select * from unnest($2::text[], $3::text[])) returning 1),
added as (insert into directory_members select $1, * from unnest($2::text[], $3::text[]) on conflict do nothing returning 1)
select ((select count(*) from gone) + (select count(*) from added))::integer as n`,
};

/** How many memberships one statement writes: it has a time limit. */
const PAIRS_MAX = 5_000;

/** Groups with their members, in parts that one statement writes. */
const partsOf = (members: ReadonlyMap<string, readonly string[]>): [string, readonly string[]][][] => {
  const parts: [string, readonly string[]][][] = [];
  let size = Infinity;
  for (const entry of members) {
    size += entry[1].length;
    if (size > PAIRS_MAX) {
      parts.push([]);
      size = entry[1].length;
    }
    parts.at(-1)?.push(entry);
  }
  return parts;
};

/** Replaces the members of groups. @param members by the group's ID @returns how many came and went */
export const replaceMembers = async (
  db: Db,
  directory: string,
  members: ReadonlyMap<string, readonly string[]>,
): Promise<number> => {
  let moved = 0;
  for (const part of partsOf(members)) {
    const groups = part.flatMap(([group, ids]) => ids.map(() => group));
    const values = [directory, groups, part.flatMap(([, ids]) => ids), part.map(([group]) => group)];
    moved += (await db.named<{ n: number }>(REPLACE, values))[0]?.n ?? 0;
  }
  return moved;
};
