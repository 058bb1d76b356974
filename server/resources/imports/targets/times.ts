import { readDate } from "../../../../shared/import/dates.ts";
import { parseInstant } from "../../../platform/lib/time/time.ts";
import { instantOfWall, type WallKind } from "../../../platform/lib/time/wall-instant.ts";
import type { Job } from "./target.ts";

/** An instant that a cell names. */
export type CellTime = { ms: number; kind: WallKind };

/** A whole instant, to the millisecond. */
const ISO = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/i;
const TIME_ALONE = /^\d{1,2}[:.h]\d{2}(?::\d{2})?\s*(?:[ap]\.?m\.?)?$/i;

/**
 * The instant in a cell, on the location's clock where it names no zone.
 * @param day of a time that stands alone @param time of a day that stands alone, `HH:MM:SS`
 * @returns undefined if it isn't one
 */
export const timeIn = (
  { place, orders }: Pick<Job, "place" | "orders">,
  key: string,
  text: string,
  { day, time }: { day?: string | undefined; time?: string } = {},
): CellTime | undefined => {
  const exact = ISO.test(text) ? parseInstant(text) : undefined;
  if (exact !== undefined) return { ms: exact, kind: "single" };
  const isAlone = day !== undefined && TIME_ALONE.test(text);
  const written = readDate(isAlone ? `${day} ${text}` : text, orders[isAlone ? "date" : key] ?? "day_first", time);
  if (written === undefined) return undefined;
  const { wall, zone } = written;
  const ms = zone === undefined ? undefined : parseInstant(wall + zone);
  if (ms !== undefined) return { ms, kind: "single" };
  return instantOfWall(Date.parse(`${wall}Z`), place.timezone);
};

/** A time in words, on the location's clock, such as "5 June 2027 at 09:00". */
export const inWords = ({ place }: Pick<Job, "place">, ms: number): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: place.timezone }).format(ms);

/** The same from the form of the wire. */
export const instantInWords = (job: Pick<Job, "place">, text: string): string => inWords(job, Date.parse(text));
