import { type DatabaseCheck, inWords, warning } from "./check.ts";

/** If there are more, those that have waited longest are named. */
const SHOWN_MAX = 10;

const FAILED = `select name, last_error from directories
where last_error is not null and next_try is not null order by last_sync limit $1`;

const failed: DatabaseCheck = async (db) => {
  const rows = await db.rows<{ name: string; last_error: string }>({ sql: FAILED, parameters: [SHOWN_MAX] });
  return rows.map(({ name, last_error }) =>
    inWords(
      warning(
        "Directory",
        `hosts and users don't follow "${name}" at present: ${last_error}`,
        "Test the connection in the console, Settings, Directories, or run: node bin/foyer.mjs directory sync NAME --dry-run",
      ),
      "directoryFailed",
      { name },
    ),
  );
};

/** The check for directories that could not be read last time; it needs their table. */
export const directoryChecks: readonly DatabaseCheck[] = [failed];
