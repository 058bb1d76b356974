import type { RequestContext } from "./request-context.ts";

/** Runs rules and their statements in one transaction: for records that are read, changed and written back. */
export const inTransaction = <A extends RequestContext, T>(ctx: A, work: (ctx: A) => Promise<T>): Promise<T> =>
  ctx.db.transaction((db) => work({ ...ctx, db }));
