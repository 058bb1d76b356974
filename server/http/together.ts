import type { Act } from "./call.ts";

/** Runs rules and their statements in one transaction: for records that are read, changed and written back. */
export const together = <A extends Act, T>(act: A, work: (act: A) => Promise<T>): Promise<T> =>
  act.db.transaction((db) => work({ ...act, db }));
