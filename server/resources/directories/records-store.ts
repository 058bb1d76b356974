import { sql } from "kysely";

import type { Role } from "../../../shared/roles.ts";
import { build, type Db, type Statement } from "../../platform/db/database.ts";
import { runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { PersonRow } from "./people-store.ts";

/** A host that comes from a person, on a list or not. */
export type HostState = {
  _id: string;
  company_id: string;
  cn: string;
  mail: string | null;
  telephone_number: string | null;
  external_id: string | null;
  given_mobile: string | null;
  hidden: boolean;
};

/** A user who comes from a person. */
export type UserState = {
  _id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  role: Role;
  companies: string[];
  active: boolean;
  external_id: string | null;
};

/** A person with what comes from them so far. */
export type PersonState = Pick<PersonRow, "_id" | "external_id" | "user_name" | "email" | "active" | "data"> & {
  /** No longer in the directory: only what came from them is left. */
  gone: boolean;
  /** Another active person who came earlier has the same address. */
  doubled: boolean;
  /** ID and name of each group. */
  groups: [id: string, name: string][];
  hosts: HostState[];
  user: UserState | null;
};

const NOT_THERE = "not exists (select 1 from directory_people p where p.directory_id = $1 and p._id = r.person_id)";

// `offset 0`: a directory that has just been filled has no statistics, by which all its groups would be read for each person.
/** @param wanted the IDs and numbers of the people, as a query; `$1` is the directory */
const statesOf = (wanted: string): string => `with wanted as (${wanted})
select w._id, p.external_id, coalesce(p.user_name, '') as user_name, p.email, coalesce(p.active, false) as active,
  coalesce(p.data, '{}') as data, p._id is null as gone,
  exists (select 1 from directory_people o where o.directory_id = $1 and o.email = p.email and o.active and o.n < p.n) as doubled,
  coalesce((select json_agg(json_build_array(g._id, g.display_name)) from directory_members m, lateral (
      select _id, display_name from directory_groups where directory_id = $1 and _id = m.group_id offset 0) g
    where m.directory_id = $1 and m.member_id = w._id), '[]') as groups,
  coalesce((select json_agg(json_build_object('_id', h._id, 'company_id', h.company_id, 'cn', h.cn, 'mail', h.mail,
      'telephone_number', h.telephone_number, 'external_id', h.external_id, 'given_mobile', h.given_mobile,
      'hidden', h.hidden) order by h._id)
    from hosts h where h.directory_id = $1 and h.person_id = w._id), '[]') as hosts,
  (select json_build_object('_id', u._id, 'email', u.email, 'first_name', u.first_name, 'last_name', u.last_name, 'role', u.role,
      'companies', u.companies, 'active', u.active, 'external_id', u.external_id)
    from users u where u.directory_id = $1 and u.person_id = w._id) as "user"
from wanted w left join directory_people p on p.directory_id = $1 and p._id = w._id order by w.n, w._id`;

const IDS: Statement = {
  name: "list-person-ids",
  text: `select _id from (select _id, n from directory_people where directory_id = $1
  union all select distinct r.person_id, 0 from (
    select person_id from hosts where directory_id = $1 union all select person_id from users where directory_id = $1) r
  where ${NOT_THERE}) p order by n, _id`,
};

/** The IDs of all people of a directory, those included of whom only what came from them is left. */
export const listPersonIds = async (db: Db, directory: string): Promise<string[]> =>
  (await db.named<{ _id: string }>(IDS, [directory])).map(({ _id }) => _id);

const STATES: Statement = {
  name: "find-person-states",
  text: statesOf(`select _id, n from directory_people where directory_id = $1 and _id = any ($2)
  union select _id, n from directory_people where directory_id = $1 and email = any ($3::text[] || array(
    select email from directory_people where directory_id = $1 and _id = any ($2) and email is not null))
  union select r.person_id, 0 from (select person_id from hosts where directory_id = $1 and person_id = any ($2)
    union all select person_id from users where directory_id = $1 and person_id = any ($2)) r where ${NOT_THERE}`),
};

/**
 * People with what comes from them, those who are gone included; with each, all who have the same address.
 * @param emails further addresses whose people are wanted, such as one that a person had until now
 */
export const listStates = (
  db: Db,
  directory: string,
  ids: readonly string[],
  emails: readonly string[] = [],
): Promise<PersonState[]> => db.named<PersonState>(STATES, [directory, ids, emails]);

const LOCK: Statement = {
  name: "lock-directory-people",
  text: `select pg_advisory_xact_lock(key) from (
  select hashtextextended($1::text || id, 16) as key from unnest($2::text[]) as id order by 1) keys`,
};

/** Waits for other changes of what comes from these people, and delays later ones until the transaction ends. */
export const lockStates = async (db: Db, directory: string, people: readonly string[]): Promise<void> => {
  await db.named(LOCK, [directory, people]);
};

/** A host with the address of a person who is to be one, but not from the directory. */
export type Namesake = { _id: string; company_id: string; mail: string; directory_id: string | null };

const NAMESAKES: Statement = {
  name: "find-namesakes",
  text: `select h._id, h.company_id, lower(h.mail) as mail, h.directory_id from unnest($2::text[]) as l (_id)
join unnest($3::text[]) as w (mail) on true
join hosts h on h.company_id = l._id and hashtextextended(h.mail, 0) = hashtextextended(w.mail, 0) and h.mail = w.mail
where h.directory_id is distinct from $1 and not h.external and not h.hidden order by h.n desc`,
};

/** The hosts of these locations with one of these addresses that don't come from the directory. */
export const findNamesakes = (
  db: Db,
  directory: string,
  locations: readonly string[],
  mails: readonly string[],
): Promise<Namesake[]> => db.named<Namesake>(NAMESAKES, [directory, locations, mails]);

const TAKEN: Statement = {
  name: "find-taken-addresses",
  text: "select email, directory_id from users where email = any ($1::text[])",
};

/** The users with one of these addresses. */
export const findAccounts = (
  db: Db,
  emails: readonly string[],
): Promise<{ email: string; directory_id: string | null }[]> => db.named(TAKEN, [emails]);

const EXISTING: Statement = {
  name: "find-existing-locations",
  text: "select _id from companies where _id = any ($1::text[])",
};

/** Those of these locations that exist. */
export const findLocations = async (db: Db, ids: readonly string[]): Promise<Set<string>> =>
  new Set((await db.named<{ _id: string }>(EXISTING, [ids])).map(({ _id }) => _id));

/** The columns that a directory sets in a host. */
export type HostFields = {
  cn: string;
  mail: string | null;
  telephone_number: string | null;
  external_id: string | null;
  given_mobile: string | null;
};
export type HostOrigin = { directory_id: string; person_id: string };

/** A host that is created for a person. */
export type NewDirectoryHost = HostFields & { _id: string; person_id: string };

const INSERT: Statement = {
  name: "insert-directory-hosts",
  text: withLog(
    `c as (insert into hosts (company_id, _id, cn, mail, telephone_number, external_id, mobile, given_mobile, directory_id, person_id,
    sticky, external, extra, create_date, mod_date)
  select $1, r._id, r.cn, r.mail, r.telephone_number, r.external_id, r.given_mobile, r.given_mobile, $2, r.person_id,
    false, false, '{}', $4::timestamptz, $4::timestamptz
  from jsonb_to_recordset($3::jsonb) as r (_id text, cn text, mail text, telephone_number text, external_id text,
    given_mobile text, person_id text)
  returning _id, take_change(_id) as change)`,
    5,
    undefined,
    "c.change",
  ),
};

/** Creates hosts of one location. @param at ISO 8601 */
export const insertDirectoryHosts = async (
  ctx: RequestContext,
  { location, directory, at }: { location: string; directory: string; at: string },
  rows: readonly NewDirectoryHost[],
): Promise<void> => {
  const entry = { location, action: "host.create", subject: "host" };
  await runLogged(ctx, INSERT, [location, directory, JSON.stringify(rows), at], entry);
};

/** Changes a host, and has it on the lists; a mobile number only if the directory gives another one than before. */
export const updateDirectoryHost = (
  { company_id, _id }: { company_id: string; _id: string },
  { given_mobile, ...row }: HostFields & HostOrigin,
  at: string,
) =>
  build
    .updateTable("hosts")
    .set({
      ...row,
      mobile: sql<
        string | null
      >`case when ${given_mobile}::text is distinct from given_mobile and ${given_mobile}::text is not null
        then ${given_mobile} else mobile end`,
      given_mobile,
      hidden: false,
      mod_date: at,
      rev: sql`rev + 1`,
    })
    .where("company_id", "=", company_id)
    .where("_id", "=", _id)
    .returning("_id");

/** Takes a host off all lists. */
export const hideHost = ({ company_id, _id }: { company_id: string; _id: string }, at: string) =>
  build
    .updateTable("hosts")
    .set({ hidden: true, mod_date: at, rev: sql`rev + 1` })
    .where("company_id", "=", company_id)
    .where("_id", "=", _id)
    .returning("_id");

export const deleteDirectoryHost = ({ company_id, _id }: { company_id: string; _id: string }) =>
  build.deleteFrom("hosts").where("company_id", "=", company_id).where("_id", "=", _id).returning("_id");

/** Makes the hosts of a directory ordinary ones; those on no list are deleted. @returns how many of each, by location */
export const releaseHosts = (
  db: Db,
  directory: string,
): Promise<{ company_id: string; released: number; removed: number }[]> =>
  db.rows(
    sql`with gone as (delete from hosts where directory_id = ${directory} and hidden returning company_id),
kept as (update hosts set directory_id = null, person_id = null, external_id = null, given_mobile = null, rev = rev + 1
  where directory_id = ${directory} and not hidden returning company_id)
select company_id, count(*) filter (where kept)::integer as released, count(*) filter (where not kept)::integer as removed
from (select company_id, true as kept from kept union all select company_id, false from gone) a group by company_id`.compile(
      build,
    ),
  );

/** Makes the users of a directory ordinary ones. */
export const releaseUsers = async (db: Db, directory: string): Promise<void> => {
  await db.rows(
    sql`update users set directory_id = null, person_id = null, external_id = null, rev = rev + 1 where directory_id = ${directory}`.compile(
      build,
    ),
  );
};
