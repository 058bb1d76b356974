import { Temporal } from "temporal-polyfill";

import { clockAt, instantAt, type Recurrence } from "./recurrence.ts";
import { iso } from "./time.ts";

/** When a series is: its recurrence, and how long each occurrence takes. */
export type Timing = Recurrence & { minutes: number };

/** When an occurrence is to be; `recurrence_id` is the start that the rule gave. Instants as the wire writes them. */
export type Slot = { recurrence_id: string; starts: string; ends: string };

/** The end on the clock of the zone, so that a visit until 17:00 ends then whatever the clock does that day. */
const endOf = (start: number, { timezone, minutes }: Timing): number => {
  const local = Temporal.PlainDateTime.from(clockAt(start, timezone)).add({ minutes }).toString();
  return Math.max(instantAt(local, timezone), start);
};

/** An occurrence of a series with this start. */
export const slotAt = (recurrence: number, start: number, timing: Timing): Slot => ({
  recurrence_id: iso(recurrence),
  starts: iso(start),
  ends: iso(endOf(start, timing)),
});
