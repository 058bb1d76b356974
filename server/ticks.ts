import { sealAll } from "./resources/audit/seals.ts";
import { deleteExpiredKnownAddresses } from "./platform/auth/known-addresses.ts";
import { deleteExpiredRefusals } from "./platform/auth/refusals.ts";
import { backUpDaily } from "./jobs/backup/daily.ts";
import { recordErasures } from "./jobs/backup/erasures.ts";
import { channels } from "./platform/channels/channels.ts";
import type { Context } from "./platform/context.ts";
import { withQuota } from "./platform/db/connection-quota.ts";
import { deleteEndedPairings } from "./resources/devices/pairing.ts";
import { syncDue } from "./resources/directories/ldap/sync.ts";
import { markSilentOffline } from "./resources/devices/presence.ts";
import { deleteExpiredIdempotencyKeys } from "./platform/http/idempotency-store.ts";
import { deleteOldInvitationCounts } from "./resources/registered-visitors/invitations/invitations.ts";
import { removeLateWrites } from "./resources/locations/locations.ts";
import { deleteEndedSessions } from "./areas/sessions/sessions.ts";
import { queueMonthlyReports } from "./jobs/monthly-reports/monthly-reports.ts";
import { queueNotifications } from "./jobs/notifications/notifications.ts";
import { eraseDue } from "./jobs/retention/retention.ts";
import { deleteOldAccountMails, giveUpOldMessages, sendMessages } from "./resources/messages/delivery.ts";
import { endDueVisits } from "./resources/visits/endings.ts";
import { makeAhead } from "./resources/series/ahead.ts";
import { deleteEndedLinks } from "./resources/messages/short-link.ts";
import { iso } from "./platform/lib/time/time.ts";
import { forgetImports, runImports } from "./resources/imports/run.ts";
import { indexVisits } from "./resources/visits/indexing.ts";
import { deleteOldArrivals } from "./resources/visits/kiosk-arrivals.ts";
import { deleteOldHeldSignIns } from "./resources/visits/take-back.ts";
import { tellHits } from "./resources/watchlists/alarm.ts";
import { deleteOldHits } from "./resources/watchlists/hits.ts";
import { compareDue } from "./resources/watchlists/recheck.ts";
import { deleteOldDeliveries } from "./resources/webhooks/deliveries.ts";

/** Recurring background work. Every process except one with ROLE=api runs it, so it must be safe in two at once. */
type Tick = {
  name: string;
  everyMs: number;
  /** `stopping` ends work that would take longer than a stop may. */
  run: (context: Context, stopping: AbortSignal) => Promise<unknown>;
};

const MINUTE_MS = 60_000;

const ticks: readonly Tick[] = [
  { name: "forget refusals", everyMs: MINUTE_MS, run: ({ db, now }) => deleteExpiredRefusals(db, now()) },
  { name: "forget known addresses", everyMs: MINUTE_MS, run: ({ db, now }) => deleteExpiredKnownAddresses(db, now()) },
  {
    name: "forget idempotency keys",
    everyMs: MINUTE_MS,
    run: ({ db, now }) => deleteExpiredIdempotencyKeys(db, now()),
  },
  { name: "queue notifications", everyMs: 1_000, run: queueNotifications },
  { name: "end visits", everyMs: 5_000, run: endDueVisits },
  { name: "queue monthly reports", everyMs: MINUTE_MS, run: queueMonthlyReports },
  ...channels.map((channel) => ({
    name: channel.tick,
    everyMs: 1_000,
    run: (context: Context) => sendMessages(context, channel),
  })),
  { name: "give up old messages", everyMs: MINUTE_MS, run: giveUpOldMessages },
  { name: "forget links of SMS", everyMs: MINUTE_MS, run: ({ db, now }) => deleteEndedLinks(db, now()) },
  { name: "forget account mails", everyMs: MINUTE_MS, run: deleteOldAccountMails },
  {
    name: "forget counted invitations",
    everyMs: MINUTE_MS,
    run: ({ db, now }) => deleteOldInvitationCounts(db, now()),
  },
  { name: "remove late writes", everyMs: MINUTE_MS, run: ({ db, now }) => removeLateWrites(db, now()) },
  { name: "mark silent devices", everyMs: 5_000, run: markSilentOffline },
  { name: "seal the audit log", everyMs: MINUTE_MS, run: sealAll },
  { name: "erase what is kept no longer", everyMs: MINUTE_MS, run: eraseDue },
  { name: "forget ended sessions", everyMs: MINUTE_MS, run: deleteEndedSessions },
  { name: "forget held sign-ins", everyMs: MINUTE_MS, run: deleteOldHeldSignIns },
  { name: "forget kiosk arrivals", everyMs: MINUTE_MS, run: ({ db, now }) => deleteOldArrivals(db, iso(now())) },
  { name: "forget pairings", everyMs: MINUTE_MS, run: deleteEndedPairings },
  { name: "note erasures beside the backups", everyMs: MINUTE_MS, run: recordErasures },
  { name: "make the daily backup", everyMs: MINUTE_MS, run: backUpDaily },
  { name: "read directories", everyMs: 5_000, run: syncDue },
  { name: "index visits", everyMs: MINUTE_MS / 12, run: indexVisits },
  { name: "run imports", everyMs: 1_000, run: runImports },
  { name: "forget imports", everyMs: MINUTE_MS, run: forgetImports },
  { name: "compare with watch lists", everyMs: 5_000, run: compareDue },
  { name: "tell of watch list hits", everyMs: 1_000, run: tellHits },
  { name: "forget watch list hits", everyMs: MINUTE_MS, run: deleteOldHits },
  { name: "make series ahead", everyMs: MINUTE_MS, run: makeAhead },
  { name: "forget deliveries", everyMs: MINUTE_MS, run: deleteOldDeliveries },
];

const startTick = (tick: Tick, context: Context): (() => Promise<void>) => {
  const stopping = new AbortController();
  const meter = context.metrics.tick(tick.name);
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    const began = performance.now();
    try {
      await tick.run(context, stopping.signal);
      meter.done += 1;
      meter.lastEnded = context.now();
    } catch (error) {
      meter.failed += 1;
      context.log.warn({ tick: tick.name, code: Object(error).code }, "background work failed; trying again");
    } finally {
      meter.lastMs = performance.now() - began;
      running = undefined;
    }
  };
  const timer = setInterval(() => {
    // On a full disk, results couldn't be recorded: an email, for one, would be sent again and again.
    if (context.diskSpace?.isLow() !== true) running ??= run();
  }, tick.everyMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
};

/** Starts all background work. @returns how to stop it: no new runs begin, and those in progress are waited for */
export const startTicks = (context: Context): (() => Promise<void>) => {
  const db = withQuota(context.db, context.quotas, "ticks");
  const stops = ticks.map((tick) => startTick(tick, { ...context, db }));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
};
