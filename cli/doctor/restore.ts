import { type DatabaseCheck, warning } from "./check.ts";

// The embedded database's user may everything; so may a superuser, of whom nothing is asked.
const RIGHTS = `select current_user as role, current_database() as database,
  has_database_privilege(current_user, current_database(), 'CREATE') as may`;

/** A restore fills a schema of its own before it exchanges the two: who may make none learns it on the day of the disaster. */
export const restoreRights: DatabaseCheck = async (db) => {
  const [row] = await db.rows<{ role: string; database: string; may: boolean }>({ sql: RIGHTS, parameters: [] });
  if (row === undefined || row.may) return [];
  const fix = `As its owner run: grant create on database "${row.database}" to "${row.role}";`;
  return [warning("Restore", `the user ${row.role} may make no schema, and a restore needs one of its own`, fix)];
};
