import type { ClientBase } from "pg";

const CREATES = /\bcreate extension if not exists "?(\w+)"?/gi;

/** The extensions in a migration, in order. @param sql its text */
export const extensionsIn = (sql: string): string[] => [...sql.matchAll(CREATES)].flatMap(([, name]) => name ?? []);

type InstalledExtension = { name: string; schema: string; isOnPath: boolean };

const INSTALLED = `select extname as name, quote_ident(nspname) as schema, nspname = any (current_schemas(true)) as "isOnPath"
from pg_extension e join pg_namespace n on n.oid = e.extnamespace where extname = any ($1)`;

/**
 * Creates missing extensions in the current schema, and adds the schemas of the others to the search path until the end
 * of the transaction: a superuser may have put them anywhere. Runs before a restore sets its draft schema first, since
 * only a superuser may move them later: the objects of a trusted extension belong to the superuser that created the
 * cluster. Errors: PostgreSQL's, if the role lacks CREATE on the database or the server lacks the package.
 */
export const ensureExtensions = async (client: ClientBase, names: readonly string[]): Promise<void> => {
  const { rows } = await client.query<InstalledExtension>(INSTALLED, [names]);
  const missing = names.filter((name) => !rows.some((row) => row.name === name));
  for (const name of missing) await client.query(`create extension "${name}"`);
  const elsewhere = new Set(rows.filter(({ isOnPath }) => !isOnPath).map(({ schema }) => schema));
  if (elsewhere.size === 0) return;
  await client.query(
    "select set_config('search_path', concat_ws(', ', nullif(current_setting('search_path'), ''), $1::text), true)",
    [[...elsewhere].join(", ")],
  );
};
