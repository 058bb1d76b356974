import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { applyAll } from "./apply.ts";
import type { Problem } from "./difference.ts";
import { logDirectory } from "./directories.ts";
import type { SyncPlan } from "./plan.ts";
import * as store from "./store.ts";

/**
 * Brings hosts and users up to date by a plan. A reading at its time that changes nothing leaves no entry in the log.
 * @param stopping ends it after the person in progress. @returns what was left undone, and why, by person
 */
export const carryOut = async (
  ctx: RequestContext,
  directory: store.DirectoryRow,
  { plan: counts, toDo }: SyncPlan,
  stopping?: AbortSignal,
): Promise<Map<string, Problem[]>> => {
  const undone = await applyAll(ctx, directory, toDo, stopping);
  if (stopping?.aborted === true) return undone;
  const last_sync = iso(ctx.now);
  const isQuiet = ctx.principal.kind === "system" && Object.values(counts).every((count) => count === 0);
  if (isQuiet) await store.noteSync(ctx.db, directory._id, last_sync);
  else
    await runLoggedQuery(ctx, store.updateLastSync(directory._id, last_sync), {
      ...logDirectory("sync"),
      body: { before: { last_sync: directory.last_sync }, after: { last_sync, ...counts } },
    });
  return undone;
};
