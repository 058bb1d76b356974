import { sealAll } from "./audit/seals.ts";
import { forgetKnownAddresses } from "./auth/known-addresses.ts";
import { forgetRefusals } from "./auth/refusals.ts";
import { backUpDaily } from "./backup/daily.ts";
import { noteErasures } from "./backup/erasures.ts";
import type { Context } from "./context.ts";
import { withShare } from "./db/share.ts";
import { forgetPairings } from "./devices/pairing.ts";
import { markSilent } from "./devices/presence.ts";
import { forgetKeys } from "./http/idempotency-store.ts";
import { forgetCounted } from "./invitations/invitations.ts";
import { removeLateWrites } from "./locations/locations.ts";
import { forgetEnded } from "./sessions/sessions.ts";
import { queueNotifications } from "./notifications/notifications.ts";
import { eraseDue } from "./retention/retention.ts";
import { forgetAccountMails, giveUpOld, sendMails, sendSms } from "./messages/send.ts";
import { forgetDeliveries } from "./webhooks/deliveries.ts";

/** Work that is done again and again beside the requests. Every process runs it, so it must be safe when two do at once. */
type Tick = {
  name: string;
  everyMs: number;
  /** `stopping` ends work that goes on for longer than a stop may take. */
  run: (context: Context, stopping: AbortSignal) => Promise<unknown>;
};

const MINUTE_MS = 60_000;

const ticks: readonly Tick[] = [
  { name: "forget refusals", everyMs: MINUTE_MS, run: ({ db, now }) => forgetRefusals(db, now()) },
  { name: "forget known addresses", everyMs: MINUTE_MS, run: ({ db, now }) => forgetKnownAddresses(db, now()) },
  { name: "forget idempotency keys", everyMs: MINUTE_MS, run: ({ db, now }) => forgetKeys(db, now()) },
  { name: "queue notifications", everyMs: 1_000, run: queueNotifications },
  { name: "send mails", everyMs: 1_000, run: sendMails },
  { name: "send SMS", everyMs: 1_000, run: sendSms },
  { name: "give up old messages", everyMs: MINUTE_MS, run: giveUpOld },
  { name: "forget account mails", everyMs: MINUTE_MS, run: forgetAccountMails },
  { name: "forget counted invitations", everyMs: MINUTE_MS, run: ({ db, now }) => forgetCounted(db, now()) },
  { name: "remove late writes", everyMs: MINUTE_MS, run: ({ db, now }) => removeLateWrites(db, now()) },
  { name: "mark silent devices", everyMs: 5_000, run: markSilent },
  { name: "seal the audit log", everyMs: MINUTE_MS, run: sealAll },
  { name: "erase what is kept no longer", everyMs: MINUTE_MS, run: eraseDue },
  { name: "forget ended sessions", everyMs: MINUTE_MS, run: forgetEnded },
  { name: "forget pairings", everyMs: MINUTE_MS, run: forgetPairings },
  { name: "note erasures beside the backups", everyMs: MINUTE_MS, run: noteErasures },
  { name: "make the daily backup", everyMs: MINUTE_MS, run: backUpDaily },
  { name: "forget deliveries", everyMs: MINUTE_MS, run: forgetDeliveries },
];

const startTick = (tick: Tick, context: Context): (() => Promise<void>) => {
  const stopping = new AbortController();
  const meter = context.meters.tick(tick.name);
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    const began = performance.now();
    try {
      await tick.run(context, stopping.signal);
      meter.done += 1;
      meter.lastEnded = context.now();
    } catch (error) {
      meter.failed += 1;
      context.log.warn({ tick: tick.name, code: Object(error).code }, "background work failed; it is tried again");
    } finally {
      meter.lastMs = performance.now() - began;
      running = undefined;
    }
  };
  const timer = setInterval(() => {
    // Without room on the disk what was done could not be written down: a mail, for one, would be sent again and again.
    if (context.room?.isShort() !== true) running ??= run();
  }, tick.everyMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
};

/** Starts all background work. @returns how to stop it: no new runs begin, those under way are waited for */
export const startTicks = (context: Context): (() => Promise<void>) => {
  const db = withShare(context.db, context.shares, "ticks");
  const stops = ticks.map((tick) => startTick(tick, { ...context, db }));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
};
