import { parseInstant } from "../../platform/lib/time/time.ts";

/** The times of an action made offline, by the page's clock, which may be wrong. */
export type QueueTimes = { queued_at: string; sent_at: string };

/** Only kiosks queue actions: a visitor with a phone is at the poster now. */
export const queueTimesOf = (
  { source }: { source: 1 | 2 },
  { queued }: { queued?: QueueTimes | undefined },
): QueueTimes | undefined => (source === 1 ? queued : undefined);

/** If a kiosk waited longer, or its clock was set in between, the time is unknown. */
const WAITING_MS_MAX = 31 * 24 * 60 * 60_000;

/**
 * When a queued action was made, by our clock: before now by the time it was queued, whatever the page's clock shows.
 * An impossible wait is ignored.
 * @param now milliseconds since 1970
 */
export const actualTime = (queued: QueueTimes | undefined, now: number): number => {
  if (queued === undefined) return now;
  const waited = (parseInstant(queued.sent_at) ?? 0) - (parseInstant(queued.queued_at) ?? 0);
  return waited >= 0 && waited <= WAITING_MS_MAX ? now - waited : now;
};
