import { Temporal } from "temporal-polyfill";

import type { Random } from "./run/random.ts";

/** A visit of a made-up history: times in milliseconds, and through which door. */
export type Stay = { in: number; out: number | undefined; door: number | undefined; erased: boolean };

/** A location's history: where its days begin, how long visits count as inside, and when it is looked at. */
export type History = { zone: string; signoutDays: number; now: number; stays: readonly Stay[] };

const QUARTER_MS = 900_000;

const at = (ms: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

const startOf = (day: Temporal.PlainDate, zone: string): number => day.toZonedDateTime(zone).epochMilliseconds;

/** Whether a visit counts as inside at an instant, by the words of rules 3. */
const isInside = ({ zone, signoutDays, now }: History, stay: Stay, ms: number): boolean => {
  const earliest = startOf(at(ms, zone).toPlainDate().subtract({ days: signoutDays }), zone);
  const came = stay.in <= ms && stay.in >= earliest;
  return !stay.erased && came && ms <= now && (stay.out === undefined || stay.out > ms);
};

/** The instants between two others at which the number of visits inside can change. */
const moments = ({ zone, now, stays }: History, from: number, to: number): number[] => {
  const moved = stays.flatMap((stay) => [stay.in, stay.out ?? stay.in]);
  const midnights: number[] = [];
  for (let day = at(from, zone).toPlainDate(); startOf(day, zone) < to; day = day.add({ days: 1 }))
    midnights.push(startOf(day, zone));
  const within = [...moved, ...midnights, now + 1].filter((ms) => ms > from && ms < to);
  return [from, ...new Set(within.toSorted((a, b) => a - b))];
};

/** What an interval is answered as: counted visit by visit, at every instant at which one comes or goes. */
export const countInterval = (history: History, from: number, to: number) => {
  const { stays, now } = history;
  const inside = (ms: number): number => stays.filter((stay) => isInside(history, stay, ms)).length;
  const instants = moments(history, from, to);
  const together = instants.reduce((sum, ms, n) => sum + inside(ms) * ((instants[n + 1] ?? to) - ms), 0);
  const known = Math.min(to, now + 1) - from;
  const isIn = (ms: number | undefined): boolean => ms !== undefined && ms >= from && ms < to;
  return {
    at_start: inside(from),
    peak: Math.max(...instants.map(inside)),
    mean: known > 0 ? together / known : 0,
    arrivals: stays.filter((stay) => isIn(stay.in)).length,
    departures: stays.filter((stay) => isIn(stay.out)).length,
  };
};

/** The hours of days on a location's clock: a skipped one is missing, and a repeated one has both of its parts. */
export const countHours = (history: History, from: number, to: number) => {
  const hours = new Map<string, { weekday: number; hour: number; together: number; known: number }>();
  for (let ms = from; ms < to && ms <= history.now; ms += QUARTER_MS) {
    const { mean } = countInterval(history, ms, ms + QUARTER_MS);
    const clock = at(ms, history.zone);
    const name = `${clock.toPlainDate().toString()} ${clock.hour}`;
    const hour = hours.get(name) ?? { weekday: clock.dayOfWeek, hour: clock.hour, together: 0, known: 0 };
    const known = Math.min(QUARTER_MS, history.now + 1 - ms);
    hours.set(name, { ...hour, together: hour.together + mean * known, known: hour.known + known });
  }
  return [...hours.values()].map(({ weekday, hour, together, known }) => ({ weekday, hour, mean: together / known }));
};

const HOUR_MS = 3_600_000;

/** Makes a history of few days, some of whose times meet on a quarter of an hour. @param first an instant of its first days */
export const makeHistory = (random: Random, zone: string, first: number): History => {
  const signoutDays = random.whole(0, 2);
  const length = random.whole(24, 110) * HOUR_MS;
  const time = (from: number, to: number): number => {
    const ms = random.whole(from, Math.max(from, to));
    return random.chance(0.4) ? Math.max(from, Math.floor(ms / QUARTER_MS) * QUARTER_MS) : ms;
  };
  const now = time(first + length / 2, first + length * 2);
  const stays = Array.from({ length: random.whole(0, 9) }, (): Stay => {
    const began = time(first - 24 * HOUR_MS, Math.min(now, first + length));
    const left = random.chance(0.7) ? Math.min(now, time(began, began + random.one([1, 8, 60]) * HOUR_MS)) : undefined;
    return { in: began, out: left, door: random.one([undefined, 0, 1]), erased: random.chance(0.15) };
  });
  return { zone, signoutDays, now, stays };
};
