import { formatTime, type FormatContext } from "../../../shared/format.ts";
import type { Visit } from "../../data/lists/visits.ts";
import { countExpected, type ExpectedVisitor } from "../../data/lists/expected-today.ts";

/** One quarter of an hour: each mark is one person. */
export type Quarter = { came: number; late: number; toCome: number };

/** The data of the day strip. Hours are those of the location's clock. */
export type DayStripData = {
  from: number;
  to: number;
  quarters: readonly Quarter[];
  /** The position of the line for now, 0 to 1; undefined outside the hours shown. */
  now: number | undefined;
  /** The most people in one quarter of an hour. */
  most: number;
  totals: { came: number; toCome: number; late: number };
  busiest: { at: string; people: number; isOneMeeting: boolean } | undefined;
};

const [FIRST, LAST] = [7, 19];

const minutesOf = (instant: number, timeZone: string): number => {
  const [hours = 0, minutes = 0] = formatTime(new Date(instant), { language: "en", timeZone }).split(":").map(Number);
  return hours * 60 + minutes;
};

const busiestOf = (expected: readonly ExpectedVisitor[], writing: FormatContext): DayStripData["busiest"] => {
  const coming = expected.filter(({ group }) => group === "next" || group === "later");
  const groups = [...Map.groupBy(coming, ({ start }) => start)];
  const [start, people] = groups.reduce<[number, ExpectedVisitor[]]>(
    (best, group) => (group[1].length > best[1].length ? group : best),
    [0, []],
  );
  if (people.length < 2) return undefined;
  const hosts = new Set(people.map(({ person }) => person.recipient));
  return {
    at: formatTime(new Date(start), writing),
    people: people.length,
    isOneMeeting: hosts.size === 1 && !hosts.has(undefined),
  };
};

/**
 * The data of the day strip. @param came visits that began today @param total their number, if the list is incomplete
 */
export const dayStripData = (
  { visits, total }: { visits: readonly Visit[]; total: number },
  expected: readonly ExpectedVisitor[],
  { now, writing }: { now: number; writing: FormatContext },
): DayStripData => {
  const { timeZone } = writing;
  const people = expected.flatMap((one) => Array.from({ length: one.unnamed ?? 1 }, () => one));
  const marks = [
    ...visits.map((visit) => ({ minutes: minutesOf(Date.parse(visit.signed_in), timeZone), kind: "came" as const })),
    ...people
      .filter(({ group }) => group === "late" || group === "next" || group === "later")
      .map(({ start, group }) => ({
        minutes: minutesOf(start, timeZone),
        kind: group === "late" ? ("late" as const) : ("toCome" as const),
      })),
  ];
  const hours = marks.map(({ minutes }) => minutes / 60);
  const from = Math.floor(Math.min(FIRST, ...hours));
  const to = Math.min(24, Math.max(LAST, ...hours.map((hour) => Math.floor(hour) + 1)));
  const quarters = Array.from({ length: (to - from) * 4 }, (): Quarter => ({ came: 0, late: 0, toCome: 0 }));
  for (const { minutes, kind } of marks) {
    const quarter = quarters[Math.floor(minutes / 15) - from * 4];
    if (quarter !== undefined) quarter[kind] += 1;
  }
  const share = (minutesOf(now, timeZone) / 60 - from) / (to - from);
  const late = people.filter(({ group }) => group === "late").length;
  return {
    from,
    to,
    quarters,
    now: share >= 0 && share <= 1 ? share : undefined,
    most: Math.max(...quarters.map((quarter) => quarter.came + quarter.late + quarter.toCome)),
    totals: { came: total, late, toCome: countExpected(expected) - late },
    busiest: busiestOf(people, writing),
  };
};
