import type { Context } from "../../platform/context.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { notFound, unavailable } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { attempt } from "./attempt.ts";
import type { DeliveryRow, ListedDelivery } from "./columns.ts";
import { DELIVERIES_DEFAULT, KEPT_DAYS } from "./contract.ts";
import type { Delivery } from "./delivery-contract.ts";
import * as store from "./deliveries-store.ts";
import { payloadOf } from "./deliver.ts";
import { checkPlan, readConfigured, lockConfigured } from "./webhooks.ts";

type Wire = Static<typeof Delivery>;

/** Rows per page if only `page` is given, as in every plain list. */
const PAGE = 50;
const DAY_MS = 24 * 60 * 60_000;
/** The caller waits for the outcome of a test, and no request may take longer than ten seconds (http/edge/deadlines.ts). */
const MANUAL_MS_MAX = 8_000;
/** The most test and replay calls in progress in this process: a few are enough for debugging. */
const MANUAL_MAX = 3;

const durationOf = ({ started, create_date }: DeliveryRow): { started?: string; duration_ms?: number } =>
  started === null ? {} : { started, duration_ms: Math.max(0, Date.parse(create_date) - Date.parse(started)) };

type StoredDelivery = DeliveryRow & Partial<ListedDelivery>;

const wireOf = (row: StoredDelivery, name: string | undefined): Wire => ({
  _id: row._id,
  company_id: row.company_id,
  kind: row.kind,
  state: row.state,
  eventName: row.event,
  ...(name === undefined ? {} : { subject_name: name }),
  event_id: row.event_id,
  payload: payloadOf(row.company_id, row.event, row.ids),
  url: row.url,
  http_method: row.http_method,
  ...(row.status === null ? {} : { status: row.status }),
  ...(row.error === null ? {} : { error: row.error }),
  ...(row.error_code === null ? {} : { error_code: row.error_code }),
  ...(row.head === null || row.head === "" ? {} : { response: row.head }),
  ...durationOf(row),
  ...(row.replay_of === null ? {} : { replay_of: row.replay_of }),
  ...(row.recovered === true && { recovered: true }),
  create_date: row.create_date,
  mod_date: row.mod_date,
});

const subjectOf = ({ subject_id }: DeliveryRow): string[] => (subject_id === null ? [] : [subject_id]);

const wires = async ({ db }: RequestContext, location: string, rows: readonly StoredDelivery[]): Promise<Wire[]> => {
  const names = await store.listSubjectNames(db, location, [...new Set(rows.flatMap(subjectOf))]);
  return rows.map((row) => wireOf(row, names.get(row.subject_id ?? "")));
};

const wire = async (ctx: RequestContext, row: StoredDelivery): Promise<Wire> => {
  const [only] = await wires(ctx, row.company_id, [row]);
  return only ?? wireOf(row, undefined);
};

/** The deliveries of a location, newest first. Errors: `404` on plans without webhooks */
export const listDeliveries = async (
  ctx: RequestContext,
  location: string,
  { count, page, outcome }: { count?: number; page?: number; outcome?: "delivered" | "undelivered" },
): Promise<Wire[]> => {
  await checkPlan(ctx, location);
  const size = count ?? (page === undefined ? DELIVERIES_DEFAULT : PAGE);
  // PostgreSQL can't count further, and there is no such page.
  const skip = Math.min(((page ?? 1) - 1) * size, Number.MAX_SAFE_INTEGER);
  const delivered = outcome === undefined ? undefined : outcome === "delivered";
  return wires(ctx, location, await store.listDeliveries(ctx.db, location, { delivered, count: size, skip }));
};

/** One delivery. Errors: `404` */
const find = async (ctx: RequestContext, location: string, id: string): Promise<ListedDelivery> => {
  await checkPlan(ctx, location);
  const row = await store.findDelivery(ctx.db, location, id);
  if (row === undefined) throw notFound();
  return row;
};

/** One delivery as the API returns it. Errors: `404` */
export const readDelivery = async (ctx: RequestContext, location: string, id: string): Promise<Wire> =>
  wire(ctx, await find(ctx, location, id));

/** The locations with a test or replay in progress in this process. */
const underWay = new Set<string>();

/** At most one such call per location at a time, and few in all. Errors: `503` */
const runExclusively = async <T>(location: string, work: () => Promise<T>): Promise<T> => {
  if (underWay.has(location) || underWay.size >= MANUAL_MAX)
    throw unavailable("Other test requests are in progress. Try again shortly.", "busy");
  underWay.add(location);
  try {
    return await work();
  } finally {
    underWay.delete(location);
  }
};

type ManualCall = Pick<DeliveryRow, "kind" | "event" | "ids" | "subject_id" | "replay_of"> & { event_id?: string };

/** Makes one call now, which `record` stores; it doesn't count as a failure. */
const callNow = async (ctx: RequestContext, location: string, manual: ManualCall): Promise<DeliveryRow> => {
  const target = await readConfigured(ctx, location);
  const id = newId(location, ctx.now);
  const eventId = manual.event_id ?? id;
  const isReplay = manual.kind === "replay";
  const payload = payloadOf(location, manual.event, manual.ids);
  const message = { payload, eventId, isReplay, now: ctx.context.now() };
  const { started, ended, ...outcome } = await attempt(ctx.context, target, message, MANUAL_MS_MAX);
  return {
    company_id: location,
    _id: id,
    ...manual,
    ...outcome,
    event_id: eventId,
    url: target.url,
    http_method: target.http_method,
    started: iso(started),
    create_date: iso(ended),
    mod_date: iso(ended),
  };
};

const bodyOf = ({ _id, kind, event, replay_of, state, status }: DeliveryRow): { after: object } => ({
  after: { _id, kind, event, ...(replay_of === null ? {} : { replay_of }), state, ...(status && { status }) },
});

/** Stores the result of `test` or `replay`. Errors: `404` if the webhook was removed in the meantime */
export const record = (ctx: RequestContext, row: DeliveryRow): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const location = row.company_id;
    await lockConfigured(inner, location);
    const entry = { location, action: "delivery.create", subject: "delivery", body: bodyOf(row) };
    await runLoggedQuery(inner, store.insertDelivery(row), entry);
    return wire(inner, row);
  });

/** Makes a test call (rules 5); its result is still to be stored. Errors: `404` without a webhook, `503` */
export const test = (ctx: RequestContext, location: string): Promise<DeliveryRow> =>
  runExclusively(location, () =>
    callNow(ctx, location, { kind: "test", event: "webhook_test", ids: null, subject_id: null, replay_of: null }),
  );

/**
 * Sends the event of a delivery again, to the webhook as configured now; the result is still to be stored. Errors:
 * `404`, `503`
 */
export const replay = (ctx: RequestContext, location: string, id: string): Promise<DeliveryRow> =>
  runExclusively(location, async () => {
    const { event, event_id, ids, subject_id } = await find(ctx, location, id);
    return callNow(ctx, location, { kind: "replay", event, event_id, ids, subject_id, replay_of: id });
  });

/** Deletes deliveries that have been kept long enough. */
export const deleteOldDeliveries = ({ db, now }: Pick<Context, "db" | "now">): Promise<void> =>
  store.deleteDeliveriesBefore(db, iso(now() - KEPT_DAYS * DAY_MS));
