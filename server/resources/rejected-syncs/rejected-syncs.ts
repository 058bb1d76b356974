import type { RequestContext } from "../../platform/http/request-context.ts";
import { deleteIfMatch } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso, parseInstant } from "../../platform/lib/time/time.ts";
import * as locations from "../locations/locations.ts";
import { erasedBefore } from "../../platform/lib/time/retention-period.ts";
import type { RejectedSync } from "./contract.ts";
import * as store from "./store.ts";

type Wire = Static<typeof RejectedSync>;

/** An item as a kiosk reports it; both times are by the kiosk's own clock. */
export type ReportItem = {
  ref: string;
  kind: "sign_in" | "sign_out";
  queued_at: string;
  name?: string;
  company?: string;
  field?: string;
  tries: number;
};

/** What a kiosk is to do with its items, by their `ref`. */
export type SyncDecisions = { again: string[]; discard: string[] };

const entry = (location: string, action: string) => ({
  location,
  action: `undelivered.${action}`,
  subject: "undelivered",
});

const wire = ({ name, company, field, decision, ...row }: store.RejectedSyncRow): Wire => ({
  ...row,
  ...(name === null ? {} : { name }),
  ...(company === null ? {} : { company }),
  ...(field === null ? {} : { field }),
  ...(decision === null ? {} : { decision }),
});

/** The rejected sign-ins and sign-outs of a location's kiosks, oldest first. */
export const listRejectedSyncs = async (ctx: RequestContext, location: string): Promise<Wire[]> =>
  (await store.listRejectedSyncs(ctx.db, location)).map(wire);

/** One item. Errors: `404`. */
export const readRejectedSync = async (ctx: RequestContext, location: string, id: string): Promise<Wire> => {
  const row = await store.findRejectedSync(ctx.db, location, id);
  if (row === undefined) throw notFound();
  return wire(row);
};

const decide = (ctx: RequestContext, location: string, id: string, decision: store.SyncDecision): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    await readRejectedSync(inner, location, id);
    await store.recordDecision(inner, { location, id, at: iso(ctx.now) }, decision, entry(location, decision));
    return readRejectedSync(inner, location, id);
  });

/** Tells the kiosk to send an item again. Errors: `404`. */
export const resend = (ctx: RequestContext, location: string, id: string): Promise<Wire> =>
  decide(ctx, location, id, "again");

/** Tells the kiosk to erase an item. Errors: `404`, `412`. */
export const discard = async (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> => {
  await deleteIfMatch(
    ctx,
    async ({ db }) => {
      const row = await store.lockRejectedSync(db, location, id);
      return row && wire(row);
    },
    (inner) => decide(inner, location, id, "discard"),
  );
  return { message: "The kiosk will erase it when it next connects." };
};

/**
 * When it happened by our clock; a kiosk's may be wrong. An item from the future happened now, and none happened before
 * 1970: after a jump of the kiosk's clock, its time may be earlier than can be stored.
 */
const doneAt = (queuedAt: string, sentAt: string, now: number): number => {
  const waited = (parseInstant(sentAt) ?? 0) - (parseInstant(queuedAt) ?? 0);
  return waited > 0 ? Math.max(0, now - waited) : now;
};

const reportedSyncOf = (ctx: RequestContext, location: string, item: ReportItem, at: number): store.ReportedSync => ({
  id: newId(location, ctx.now),
  ref: item.ref,
  kind: item.kind,
  done_at: iso(at),
  name: item.name ?? null,
  company: item.company ?? null,
  field: item.field ?? null,
  tries: item.tries,
});

/** Visits from before this time aren't kept by the location; undefined if it keeps them forever. */
const keptSince = async (ctx: RequestContext, location: string): Promise<number | undefined> => {
  const { timezone, settings } = await locations.readLocation(ctx, location);
  const days = settings.retention_days;
  return typeof days === "number" ? erasedBefore(ctx.now, timezone, days) : undefined;
};

/**
 * Records the rejected items that a kiosk holds (`items` are all of them), and returns the decisions about them. Items
 * older than the location's retention period are to be discarded, too.
 * @param sentAt when the report was sent, by the kiosk's clock
 */
export const report = (
  ctx: RequestContext,
  { location, device }: { location: string; device: string },
  items: readonly ReportItem[],
  sentAt: string,
): Promise<SyncDecisions> =>
  inTransaction(ctx, async (inner) => {
    const since = await keptSince(inner, location);
    const timed = items.map((item) => ({ item, at: doneAt(item.queued_at, sentAt, ctx.now) }));
    const isOver = (at: number): boolean => since !== undefined && at < since;
    const kept = new Map(timed.filter(({ at }) => !isOver(at)).map(({ item, at }) => [item.ref, { item, at }]));
    const reports = [...kept.values()].map(({ item, at }) => reportedSyncOf(inner, location, item, at));
    await store.saveReported(inner, { location, device, at: iso(ctx.now) }, reports, entry(location, "report"));
    await store.deleteSettled(inner, { location, device }, [...kept.keys()], entry(location, "settle"));
    const decided = await store.listDecided(inner.db, location, device);
    const refsOf = (decision: store.SyncDecision): string[] =>
      decided.filter((one) => one.decision === decision).map(({ ref }) => ref);
    const over = timed.filter(({ at }) => isOver(at)).map(({ item }) => item.ref);
    return { again: refsOf("again"), discard: [...refsOf("discard"), ...over] };
  });

/** Deletes items from before a time, whether their kiosk is ever heard from again or not. @param before ISO 8601 */
export const expire = (ctx: RequestContext, location: string, before: string): Promise<void> =>
  store.deleteBefore(ctx, location, before, entry(location, "expire"));
