import { createHash } from "node:crypto";

/** A migration as this program has it. */
export type Migration = { number: number; name: string; sql: string };

/** A migration as a database says that it was applied; without a fingerprint by an earlier program that kept none. */
export type AppliedMigration = { number: number; name: string; fingerprint: string | null };

/** Lists what was applied, whether the table has fingerprints yet or not. */
export const APPLIED_MIGRATIONS =
  "select number, name, to_jsonb(m) ->> 'fingerprint' as fingerprint from migrations m order by number";

/** How a database came about by other migrations than this program's, and what to do. */
export type MigrationDifference = { found: string; fix: string };

const FIX =
  "Start the version of Foyer that wrote the database, or put the files in migrations/ back as they were. If neither is possible, make a backup with that version and restore it into a new database with this one.";

/** A string of SQL, or what means nothing between words: white space and comments. */
const STRING_OR_GAP = /'[^']*(?:'|$)|\s+|--[^\n]*|\/\*[^]*?(?:\*\/|$)/g;

/** SQL with one blank for each run of white space and comments; strings stay as they are. */
const withoutGaps = (sql: string): string => {
  let end = -1;
  const replace = (found: string, at: number): string => {
    if (found.startsWith("'")) return found;
    const goesOn = at === end;
    end = at + found.length;
    return goesOn ? "" : " ";
  };
  return sql.replaceAll(STRING_OR_GAP, replace).trim();
};

/**
 * A hash of what a migration does. Line endings (git's autocrlf), white space and comments make no difference: only other
 * statements do. @param sql its text @returns 64 hexadecimal digits
 */
export const fingerprintOf = (sql: string): string => {
  const lines = sql.replaceAll(/\r\n?/g, "\n");
  return createHash("sha256").update(withoutGaps(lines)).digest("hex");
};

const findChanged = (row: AppliedMigration, known: readonly Migration[]): string | undefined => {
  const file = known.find(({ number }) => number === row.number);
  if (file === undefined) return `the database was changed by ${row.name}, which this version of Foyer doesn't have`;
  if (row.fingerprint === null || row.fingerprint === fingerprintOf(file.sql)) return undefined;
  return `the migration ${file.name} has changed since it was applied to the database`;
};

const findSkipped = (rows: readonly AppliedMigration[], known: readonly Migration[]): string | undefined => {
  const last = rows.at(-1)?.number ?? 0;
  const skipped = known.find(({ number }) => number < last && !rows.some((row) => row.number === number));
  return skipped && `the migration ${skipped.name} wasn't applied to the database, although later ones were`;
};

/**
 * Compares what was applied to a database, in the order of its numbers, with this program's migrations.
 * @returns the first difference; undefined when there is none, or only migrations that are still due
 */
export const compareMigrations = (
  rows: readonly AppliedMigration[],
  known: readonly Migration[],
): MigrationDifference | undefined => {
  const found = rows.map((row) => findChanged(row, known)).find((one) => one !== undefined) ?? findSkipped(rows, known);
  return found === undefined ? undefined : { found, fix: FIX };
};
