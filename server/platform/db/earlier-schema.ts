import type { AppliedMigration, MigrationDifference } from "./migration-fingerprint.ts";

/** The last of the migrations that became one schema before the first release. */
const LAST = { number: 43, fingerprint: "a38bcbf78ef928a47c0eb273142aaa9160ff871d6c6f84eedde2555e39cb4b1e" };
/** The last commit that has them. */
export const EARLIER_COMMIT = "64ee997c196b5afa1d47cd2c5380ce99206310b6";
/** The migrations up to this number are that schema. */
export const SCHEMA_MAX = 15;

/** How a database stands that earlier migrations made: at their last, which has the same schema, or before it. */
export type EarlierState = "same" | "older";

/** @returns undefined for a database that none of them made */
export const earlierStateOf = ([first, ...rows]: readonly AppliedMigration[]): EarlierState | undefined => {
  if (first?.name !== "0001_foundation.sql") return undefined;
  const last = rows.find(({ number }) => number === LAST.number);
  return last?.fingerprint === LAST.fingerprint ? "same" : "older";
};

/** What is wrong with an older one, and what to do. */
export const EARLIER_SCHEMA: MigrationDifference = {
  found: "the database is from before Foyer's migrations became one schema",
  fix: `Make a backup, start the commit ${EARLIER_COMMIT} once on this database, and then this version.`,
};
