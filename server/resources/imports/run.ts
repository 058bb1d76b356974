import { setTimeout as wait } from "node:timers/promises";

import type { Context } from "../../platform/context.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { type RequestContext, systemContext } from "../../platform/http/request-context.ts";
import { HttpError } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { importEntry } from "./imports.ts";
import { rowKeyOf, sealRows } from "./sealed-rows.ts";
import * as store from "./store.ts";
import { addCounts, type Worker, workerFor } from "./work.ts";

/** How long a step rests, as a multiple of how long it took: sign-ins of the location wait for its log. */
const REST_FACTOR = 0.7;
const REST_MS_MIN = 2;

/** What an import does is done by the import. */
const importContext = (context: Context, row: store.ImportRow): RequestContext => ({
  ...systemContext(context, row.filename === null ? "Import" : `Import: ${row.filename}`),
  principal: {
    kind: "system",
    _id: row._id,
    name: row.filename === null ? "Import" : `Import: ${row.filename}`,
    role: "global_admin",
    locations: "all",
  },
});

/** Ends an import, with its file. @param failure why it didn't get to its end */
const end = async (ctx: RequestContext, row: store.ImportRow, failure: string | null): Promise<void> => {
  const ended: store.ImportRow = {
    ...row,
    state: failure === null ? "done" : "failed",
    failure,
    mod_date: iso(ctx.now),
  };
  await runLoggedQuery(ctx, store.movedImport(ended), importEntry(ended, ended.state, row));
  await store.deleteParts(ctx.db, row);
};

/** Brings the next rows of an import in, in the caller's transaction. @returns whether there may be more */
const step = async (ctx: RequestContext, { job, target, rowsFrom, judge }: Worker): Promise<void> => {
  const { row } = job;
  const rows = (await rowsFrom(ctx, row.cursor)).slice(0, target.atOnce);
  if (rows.length === 0) return end(ctx, row, null);
  const judged = await judge(ctx, rows, new Set());
  await target.write(ctx, job, judged.drafts, judged.verdicts);
  addCounts(row.result, judged);
  if (judged.rejected.length > 0) {
    const why = judged.rejected.map(({ row: each, reason }) => [...each, reason]);
    await store.addRejects(ctx.db, row, row.cursor, sealRows(rowKeyOf(ctx.context, row), row._id, row.cursor, why));
  }
  row.cursor += rows.length;
  await store.advance(ctx.db, row);
};

/** A step whose rows and position commit together; of several processes one is at an import. */
const stepOnce = (context: Context): Promise<store.ImportRow | undefined> =>
  inTransaction(systemContext(context, "imports"), async (outer) => {
    const row = await store.lockNextRunning(outer.db);
    if (row === undefined) return undefined;
    const ctx = { ...importContext(context, row), db: outer.db };
    await step(ctx, await workerFor(ctx, row));
    return row;
  });

/** A refusal that no row stands for, such as a key that was lost, ends an import; anything else is tried again. */
const stepOrFail = async (context: Context): Promise<boolean> => {
  try {
    return (await stepOnce(context)) !== undefined;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    return inTransaction(systemContext(context, "imports"), async (ctx) => {
      const row = await store.lockNextRunning(ctx.db);
      if (row !== undefined) await end(ctx, row, error.reason);
      return row !== undefined;
    });
  }
};

/**
 * Brings the files of running imports in, step by step: a process that is killed loses the step in progress, which
 * another begins again. @param stopping ends it after the step in progress
 */
export const runImports = async (context: Context, stopping: AbortSignal): Promise<void> => {
  while (!stopping.aborted) {
    const started = performance.now();
    if (!(await stepOrFail(context))) return;
    const rest = Math.max(REST_MS_MIN, REST_FACTOR * (performance.now() - started));
    await wait(rest, undefined, { signal: stopping }).catch(() => undefined);
  }
};

const DAY_MS = 86_400_000;
/** How long an import can be undone; what is kept of it goes then. */
const KEPT_DAYS = 30;

/** Forgets the imports of more than 30 days ago. */
export const forgetImports = async ({ db, now }: Context): Promise<void> =>
  store.deleteOld(db, iso(now() - KEPT_DAYS * DAY_MS), iso(now() - DAY_MS));
