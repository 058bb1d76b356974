import { wallClock } from "./wall-clock.ts";

const DAY_MS = 86_400_000;

/** How many instants show a time on a clock: one, two when the clocks are put back, none in the hour that they skip. */
export type WallKind = "single" | "doubled" | "missing";

/**
 * The instant at which a time zone's clock shows a time: of two the first, and for one that is skipped as much later as
 * the clocks go forward.
 * @param wall the milliseconds of `Date.UTC` for that date and time
 */
export const instantOfWall = (wall: number, timezone: string): { ms: number; kind: WallKind } => {
  const offsetAt = (ms: number): number => wallClock(ms, timezone) - ms;
  const [before, after] = [wall - offsetAt(wall - DAY_MS), wall - offsetAt(wall + DAY_MS)];
  const shown = [...new Set([before, after])].filter((ms) => wallClock(ms, timezone) === wall);
  const [first = before] = shown.toSorted((a, b) => a - b);
  return { ms: first, kind: shown.length === 0 ? "missing" : shown.length === 1 ? "single" : "doubled" };
};
