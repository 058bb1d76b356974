import type { Db } from "../../platform/db/database.ts";

/** The privileges of a connection's role that a restore depends on. Names are in SQL form. */
export type Privileges = {
  role: string;
  database: string;
  /** The schema of unqualified names; null if the search path has none that the role may use. */
  schema: string | null;
  createsSchemas: boolean;
  createsTables: boolean;
  createsTemporary: boolean;
  /** The owner of the tables, if the role can't act as the owner. */
  owner: string | null;
  /** Extensions that the database lacks. */
  missing: string[];
};

const PRIVILEGES = `select quote_ident(current_user) as role, quote_ident(current_database()) as database,
  quote_ident(current_schema()) as schema,
  has_database_privilege(current_database(), 'CREATE') as "createsSchemas",
  coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "createsTables",
  has_database_privilege(current_database(), 'TEMPORARY') as "createsTemporary",
  (select relowner::regrole::text from pg_class where oid = to_regclass('migrations') and not pg_has_role(relowner, 'USAGE')) as owner,
  array(select unnest($1::text[]) except select extname::text from pg_extension order by 1) as missing`;

/** Queries the role's privileges. @param needed the extensions that the tables need */
export const privilegesIn = async (db: Pick<Db, "rows">, needed: readonly string[]): Promise<Privileges> => {
  const [row] = await db.rows<Privileges>({ sql: PRIVILEGES, parameters: [needed] });
  if (row === undefined) throw new Error("the database gave no row");
  return row;
};

/** A reason why a role can't restore, and the statement or setting that fixes it. */
export type Obstacle = { found: string; fix: string };

const byAdministrator = (statement: string): string => `As a database administrator, run: ${statement};`;

/** The reasons why a restore would fail, each with its fix; the doctor reports them before a restore is needed. */
export const obstaclesTo = (privileges: Privileges): Obstacle[] => {
  const { role, database, schema, createsSchemas, createsTables, createsTemporary, owner, missing } = privileges;
  const obstacles: (Obstacle | false)[] = [
    owner !== null && {
      found: `the tables belong to the role ${owner}, and ${role} isn't allowed to replace them`,
      fix: `Restore with a DATABASE_URL that uses ${owner}.`,
    },
    !createsTables && {
      found: `${role} isn't allowed to create tables in ${schema === null ? "any schema of its search_path" : `the schema ${schema}`}`,
      fix: byAdministrator(`grant usage, create on schema ${schema ?? "NAME"} to ${role}`),
    },
    !createsTemporary && {
      found: `${role} isn't allowed to create temporary tables`,
      fix: byAdministrator(`grant temporary on database ${database} to ${role}`),
    },
    missing.length > 0 &&
      !createsSchemas && {
        found: `the database doesn't have the extensions ${missing.join(" and ")}, and ${role} isn't allowed to create them`,
        fix: byAdministrator(missing.map((name) => `create extension ${name} schema ${schema ?? "NAME"}`).join("; ")),
      },
  ];
  return obstacles.filter((one) => one !== false);
};
