import type { Context } from "../../../platform/context.ts";
import { inTransaction } from "../../../platform/http/in-transaction.ts";
import { type RequestContext, systemContext } from "../../../platform/http/request-context.ts";
import { LdapFailure } from "../../../platform/ldap/failure.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import { carryOut } from "../carry-out.ts";
import { lockDirectory, readDirectory } from "../directories.ts";
import { INTERVAL_MINUTES, intervalOf } from "./settings.ts";
import { readLdap } from "./reading.ts";
import { answerOf, planOf, type SyncPlan, type Wire } from "../plan.ts";
import { type DirectoryList, saveList } from "../save-list.ts";
import * as store from "../store.ts";

/** What a sync is to do. */
export type SyncOptions = { dry_run?: boolean; confirm?: boolean };

/** Reads an `ldap` directory and stores what it says, unless that is not to be carried out. Errors: LdapFailure, `404`. */
const readAndPlan = async (
  ctx: RequestContext,
  row: store.DirectoryRow,
  { dry_run = true, confirm = false }: SyncOptions,
  stopping?: AbortSignal,
): Promise<SyncPlan> => {
  let list: DirectoryList | undefined = await readLdap(ctx.context, row, stopping);
  return inTransaction(ctx, async (inner) => {
    const directory = await lockDirectory(inner, row._id);
    await store.beginTrial(inner.db);
    if (list !== undefined) await saveList(inner, row._id, list);
    // What has been stored is read again: thousands of people needn't be held twice.
    list = undefined;
    const planned = await planOf(inner, directory, confirm);
    if (dry_run || planned.stopped) await store.undoTrial(inner.db);
    return planned;
  });
};

/** Notes how a reading of an `ldap` directory went, for its page. */
const noteReading = (ctx: RequestContext, row: store.DirectoryRow, failure?: LdapFailure): Promise<void> =>
  store.noteReading(ctx.db, row._id, {
    last_try: iso(ctx.now),
    last_error: failure?.message ?? null,
    last_error_code: failure?.kind ?? null,
  });

/**
 * Reads a directory and brings hosts and users up to date, or shows what would change.
 * @param stopping ends it after the person in progress. Errors: LdapFailure, `404`
 */
export const syncLdap = async (
  ctx: RequestContext,
  row: store.DirectoryRow,
  options: SyncOptions,
  stopping?: AbortSignal,
): Promise<Wire> => {
  const planned = await readAndPlan(ctx, row, options, stopping).catch(async (error: unknown) => {
    if (error instanceof LdapFailure) await noteReading(ctx, row, error);
    throw error;
  });
  const { hidden, removed } = planned.plan;
  const leaving = new LdapFailure(
    "leaving",
    `${hidden + removed} people would leave the lists, so nothing was changed.`,
  );
  if (options.dry_run === false || !planned.stopped) await noteReading(ctx, row, planned.stopped ? leaving : undefined);
  if (options.dry_run !== false || planned.stopped) return answerOf(planned);
  await store.noteReading(ctx.db, row._id, { next_try: iso(ctx.now + intervalOf(row)) });
  return answerOf(planned, await carryOut(ctx, row, planned, stopping));
};

/** Reads one directory; what went wrong is noted with it. */
const syncOne = async (context: Context, id: string, stopping: AbortSignal): Promise<void> => {
  const ctx = systemContext(context, "directories");
  const row = await readDirectory(ctx, id);
  try {
    await syncLdap(ctx, row, { dry_run: false }, stopping);
    // The process that starts next continues.
    if (stopping.aborted) await store.noteReading(ctx.db, id, { next_try: iso(context.now()) });
  } catch (error) {
    if (stopping.aborted) return store.noteReading(ctx.db, id, { next_try: iso(context.now()) });
    if (error instanceof LdapFailure) return;
    await noteReading(ctx, row, new LdapFailure("failed", "Foyer could not store what it read. See its log."));
    throw error;
  }
};

/**
 * Reads the `ldap` directories whose time has come, one after the other, and brings hosts and users up to date; each in
 * one process of several.
 * @param stopping ends it after the person in progress
 */
export const syncDue = async (context: Context, stopping: AbortSignal): Promise<void> => {
  while (!stopping.aborted) {
    const id = await store.claimReading(context.db, iso(context.now()), INTERVAL_MINUTES);
    if (id === undefined) return;
    await syncOne(context, id, stopping);
  }
};
