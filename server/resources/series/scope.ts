import type { RequestContext } from "../../platform/http/request-context.ts";
import { checkIfMatch } from "../../platform/http/edge/conditional.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { iso, parseInstant } from "../../platform/lib/time/time.ts";
import { countQueuedAt } from "../messages/queue.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { Done } from "./apply.ts";
import { followSeries, lockInvitations } from "../registered-visitors/series-invitations/follow.ts";
import { readSeries, type Wire } from "./series.ts";
import * as store from "./store.ts";

/** Which occurrences a call is about, and whether it is only asked what it would do. */
export type Scope = {
  scope?: "all" | "this" | "following" | undefined;
  recurrence_id?: string | undefined;
  dry_run?: boolean | undefined;
};

/** What a change does: occurrences, and emails. */
export type Counts = Done & { mails: number };

/** What was done, and the series to answer with; undefined where it is gone. */
export type Result = Done & { series: string | undefined };

/** The occurrence that a call names. Errors: `400` without a name, and for one that the series doesn't have. */
export const requireOccurrence = async (
  ctx: RequestContext,
  { company_id, _id }: store.SeriesRow,
  { scope = "all", recurrence_id }: Scope,
): Promise<store.OccurrenceRow> => {
  if (recurrence_id === undefined)
    throw badRequest(`"recurrence_id" is required for the scope "${scope}".`, "missing_key", "recurrence_id");
  const ms = parseInstant(recurrence_id);
  const all = await store.listOccurrences(ctx.db, company_id, [_id]);
  const found = all.find((one) => Date.parse(one.recurrence_id) === ms);
  if (found === undefined)
    throw badRequest('"recurrence_id" is no occurrence of this series.', "unknown_reference", "recurrence_id");
  return found;
};

/** Compares a locked series with the tag that the caller read. Errors: `412`. */
const checkUnchanged = async (ctx: RequestContext, { company_id, _id }: store.SeriesRow): Promise<void> => {
  if (ctx.ifMatch === undefined) return;
  const current = await readSeries(ctx, company_id, _id);
  checkIfMatch(ctx, () => current);
};

/** Does a change of a series, and emails it to those who were invited (decision 0064). */
const doAndTell = async (
  ctx: RequestContext,
  old: store.SeriesRow,
  scope: Scope["scope"],
  work: (ctx: RequestContext, series: store.SeriesRow) => Promise<Result>,
): Promise<Result> => {
  const before = await lockInvitations(ctx.db, old.company_id, [old._id]);
  const result = await work(ctx, old);
  const ids = [old._id, ...(result.series === undefined ? [] : [result.series])];
  await followSeries(ctx, old.company_id, ids, { before, keeps: scope === "this" });
  return result;
};

/**
 * Does a change of a series, or tries it: what is only asked for is done and taken back, so that the answer is what
 * would happen. Errors: `404`, `412`.
 * @returns the counts of a trial, or the series; undefined if it is gone
 */
export const changeOrTry = (
  ctx: RequestContext,
  location: string,
  { id, dry_run = false, scope }: { id: string } & Scope,
  work: (ctx: RequestContext, series: store.SeriesRow) => Promise<Result>,
): Promise<Wire | Counts | undefined> =>
  inTransaction(ctx, async (inner) => {
    const old = await store.lockSeries(inner.db, location, id.toLowerCase());
    if (old === undefined) throw notFound();
    await checkUnchanged(inner, old);
    if (!dry_run) {
      const { series } = await doAndTell(inner, old, scope, work);
      return series === undefined ? undefined : readSeries(inner, location, series);
    }
    await store.beginTrial(inner.db);
    const before = await countQueuedAt(inner.db, location, iso(ctx.now));
    const { series: _series, ...done } = await doAndTell(inner, old, scope, work);
    const mails = (await countQueuedAt(inner.db, location, iso(ctx.now))) - before;
    await store.undoTrial(inner.db);
    return { ...done, mails };
  });
