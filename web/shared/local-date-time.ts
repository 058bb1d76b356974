import { dayOf, formatTime } from "./format.ts";

/** An instant on a location's clock, as `2026-05-19T09:30`: the value of a field for date and time. */
export const toLocalDateTime = (instant: string | undefined, timeZone: string): string => {
  if (instant === undefined || Number.isNaN(Date.parse(instant))) return "";
  const date = new Date(instant);
  return `${dayOf(date, timeZone)}T${formatTime(date, { language: "sv", timeZone })}`;
};

const MINUTE_MS = 60_000;

/**
 * The instant of a location's wall-clock time; for a time that the clocks skip, an hour later.
 * @param wall `2026-05-19T09:30` @returns undefined if it is not a time
 */
export const fromLocalDateTime = (wall: string, timeZone: string): string | undefined => {
  const utc = Date.parse(`${wall}Z`);
  if (Number.isNaN(utc)) return undefined;
  const shownAt = (ms: number): number => Date.parse(`${toLocalDateTime(new Date(ms).toISOString(), timeZone)}Z`);
  const whole = Math.floor(utc / MINUTE_MS) * MINUTE_MS;
  const first = whole - (shownAt(whole) - whole);
  // The offset of the guess may be that of the other side of a change of the clocks.
  const second = first - (shownAt(first) - whole);
  return new Date(shownAt(second) === whole ? second : first).toISOString();
};
