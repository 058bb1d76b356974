import type { Db } from "../../platform/db/database.ts";

/** What the role of a connection may do, as far as a restore asks for it. Names as SQL writes them. */
export type Privileges = {
  role: string;
  database: string;
  /** The schema that unqualified names mean; null when the search path names none that the role may use. */
  schema: string | null;
  createsSchemas: boolean;
  createsTables: boolean;
  createsTemporary: boolean;
  /** Who owns the tables, when the role does not act for it. */
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

/** Asks what the role may do. @param needed the extensions that the tables need */
export const privilegesIn = async (db: Pick<Db, "rows">, needed: readonly string[]): Promise<Privileges> => {
  const [row] = await db.rows<Privileges>({ sql: PRIVILEGES, parameters: [needed] });
  if (row === undefined) throw new Error("the database gave no row");
  return row;
};

/** What keeps a role from restoring, and the statement or setting that lets it. */
export type Obstacle = { found: string; fix: string };

const byAdministrator = (statement: string): string => `As a database administrator, run: ${statement};`;

/** What a restore would fail of, with the fix of each; the doctor says it before the day that it is needed. */
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
