import { parseInstant } from "../../platform/lib/time.ts";

/** What was done without network says when, by the page's clock, which may be wrong. */
export type QueueTimes = { queued_at: string; sent_at: string };

/** Only kiosks do anything without network: a phone stands in front of its poster now. */
export const queueTimesOf = (
  { source }: { source: 1 | 2 },
  { queued }: { queued?: QueueTimes | undefined },
): QueueTimes | undefined => (source === 1 ? queued : undefined);

/** A kiosk that waited longer, or a clock that was set in between: the time is unknown. */
const WAITING_MS_MAX = 31 * 24 * 60 * 60_000;

/**
 * When a queued action was done, by our clock: as long before now as it was queued before it was sent, whatever the page's clock
 * shows. A wait that cannot be is none.
 * @param now milliseconds since 1970
 */
export const actualTime = (queued: QueueTimes | undefined, now: number): number => {
  if (queued === undefined) return now;
  const waited = (parseInstant(queued.sent_at) ?? 0) - (parseInstant(queued.queued_at) ?? 0);
  return waited >= 0 && waited <= WAITING_MS_MAX ? now - waited : now;
};
