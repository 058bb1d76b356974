import { addDays, dateOf, iso, startOfDay } from "../server/platform/lib/time/time.ts";
import { driverOf } from "./people/carriers.ts";
import { makePerson } from "./people/people.ts";
import { type Random, randomFor } from "./random.ts";
import { type RegisteredRow, registeredRow } from "./registered.ts";
import type { HostRow, Site } from "./sites.ts";
import type { VisitKind } from "./visit-types.ts";
import type { PlannedVisit } from "./visits.ts";

/** What reception sees now: its visits, and today's registered visitors. */
export type Scene = { visits: PlannedVisit[]; registered: RegisteredRow[] };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const QUARTER_MS = 15 * MINUTE_MS;
const OPENS_MS = 7 * HOUR_MS;
const LONGEST_MS = 4 * HOUR_MS;
/** Today's visitors: the number inside, how many of them were expected, and the number who have left. */
const INSIDE = 18;
const WERE_EXPECTED = 7;
const LEFT = 15;
const ASKED_MINUTES_AGO = [6, 1];
const DELIVERED_MINUTES_AGO = 3;
/** Visitors who overstay, and by how many minutes. */
const OVER_MINUTES = [42, 22];
/** When a visitor came who has been there since yesterday. */
const YESTERDAY_MS = 16 * HOUR_MS + 5 * MINUTE_MS;
/** The expected visitors, in quarters of an hour from the last one; four of them come to one meeting. */
const AWAITED = [1, 1, 3, 5, 6, 6, 13, 17, 17, 22];
const MEETING_IN = 2;
const MEETING_SIZE = 4;
/** Late visitors are late by fifteen minutes or more. */
const LATE_MIN_MS = 12 * MINUTE_MS;
/** Visitors who were expected on each of these days and came. */
const CAME_ON_DAYS = [-7, -6, -5, -4, -3, -2, -1];
const CAME_A_DAY = 4;
const REGISTERED_DAYS = [3, 9] as const;
const KINDS: readonly VisitKind[] = ["visitor", "visitor", "visitor", "contractor", "interview"];

type SceneContext = { random: Random; site: Site; now: number; opened: number };

const newPerson = ({ random, site }: SceneContext) => makePerson(random, random.pick(site.place.cultures));

const visit = (making: SceneContext, given: Partial<PlannedVisit> & { signedIn: number }): PlannedVisit => {
  const kind = given.kind ?? making.random.pick(KINDS);
  const host = making.random.pick(making.site.hosts);
  const approval = kind === "contractor" ? "approved" : undefined;
  return { kind, host, person: newPerson(making), approval, signedOut: undefined, known: undefined, ...given };
};

const register = (
  making: SceneContext,
  { kind, host, person }: Pick<PlannedVisit, "kind" | "host" | "person">,
  [from, to]: readonly [number, number],
): RegisteredRow => {
  const { random, site, now } = making;
  const created = now - random.between(...REGISTERED_DAYS) * DAY_MS - random.between(0, 300) * MINUTE_MS;
  const span = { visiting_from: iso(from), visiting_to: iso(to) };
  return registeredRow(random, site, now, { person, kind, host, span, created });
};

/** When a visitor who is inside arrived: mostly not long ago. */
const cameAt = ({ random, now, opened }: SceneContext): number =>
  now - Math.floor(random.next() ** 1.3 * (now - opened));

const quarterBefore = (ms: number): number => Math.floor(ms / QUARTER_MS) * QUARTER_MS;

type ExpectedVisit = { came: PlannedVisit; row: RegisteredRow };

/** The visit of an expected visitor, beside their registration; until `end`, or for hours to come. */
const expectedVisit = (making: SceneContext, signedIn: number, end?: number): ExpectedVisit => {
  const came = visit(making, { signedIn });
  const row = register(making, came, [
    quarterBefore(signedIn + QUARTER_MS / 2),
    end ?? quarterBefore(making.now) + making.random.between(4, 12) * QUARTER_MS,
  ]);
  return { came: { ...came, known: row._id }, row };
};

/** An expected visit on an earlier day: the others registered for it never came. */
const earlierVisit = (making: SceneContext, days: number): ExpectedVisit => {
  const { random, site, now } = making;
  const { timezone } = site.place;
  const opened = startOfDay(addDays(dateOf(now, timezone), days), timezone) + OPENS_MS;
  const signedIn = opened + random.between(60, 500) * MINUTE_MS;
  const { came, row } = expectedVisit(
    { ...making, now: signedIn },
    signedIn,
    signedIn + random.between(3, 10) * QUARTER_MS,
  );
  return { came: { ...came, signedOut: signedIn + random.between(25, 170) * MINUTE_MS }, row };
};

const leftVisit = (making: SceneContext): PlannedVisit => {
  const signedIn = Math.max(making.opened, cameAt(making) - 20 * MINUTE_MS);
  return visit(making, { signedIn, signedOut: signedIn + Math.floor((making.now - signedIn) * making.random.next()) });
};

/** The visitors still expected: one is late, some come next, four to one meeting. */
const awaitedRows = (making: SceneContext): RegisteredRow[] => {
  const { random, site, now } = making;
  const last = quarterBefore(now);
  const late = last - (now - last >= LATE_MIN_MS ? 0 : QUARTER_MS);
  const ends = startOfDay(addDays(dateOf(now, site.place.timezone), 1), site.place.timezone);
  const one = (host: HostRow, from: number, company?: string): RegisteredRow[] => {
    const person = { ...newPerson(making), ...(company === undefined ? {} : { company }) };
    const kind: VisitKind = company === undefined ? random.pick(KINDS) : "visitor";
    const to = Math.min(ends, from + random.between(4, 12) * QUARTER_MS);
    return from < ends ? [register(making, { person, kind, host }, [from, to])] : [];
  };
  const meeting = random.pick(site.hosts);
  const firm = newPerson(making).company ?? "Brightline Audit";
  return [
    ...one(random.pick(site.hosts), late),
    ...AWAITED.flatMap((quarters) => one(random.pick(site.hosts), last + quarters * QUARTER_MS)),
    ...Array.from({ length: MEETING_SIZE }, () => one(meeting, last + MEETING_IN * QUARTER_MS, firm)).flat(),
  ];
};

const openedAt = ({ place: { timezone } }: Site, now: number): number => {
  const opens = startOfDay(dateOf(now, timezone), timezone) + OPENS_MS;
  // At night visitors are inside too: people look at a demo at any hour.
  return Math.max(now - LONGEST_MS, Math.min(opens, now - HOUR_MS));
};

/**
 * Makes what reception sees at `now`, whatever the hour and the day: who is inside, who awaits approval, who should
 * have left, who has left, who is expected. These count as visits of the location, so there are never more of them than
 * `most`.
 */
export const makeScene = (site: Site, most: number, now: number, seedNumber: number): Scene => {
  // A source of its own: the other visits do not change with it.
  const random = randomFor(seedNumber, `${site.place.name}, now`);
  const making: SceneContext = { random, site, now, opened: openedAt(site, now) };
  const yesterday = startOfDay(addDays(dateOf(now, site.place.timezone), -1), site.place.timezone) + YESTERDAY_MS;
  const expected = [
    ...Array.from({ length: WERE_EXPECTED }, () => expectedVisit(making, cameAt(making))),
    ...OVER_MINUTES.map((over) => expectedVisit(making, now - (over + 75) * MINUTE_MS, now - over * MINUTE_MS)),
  ];
  const today = [
    ...expected.map(({ came }) => came),
    ...Array.from({ length: INSIDE - WERE_EXPECTED }, () => visit(making, { signedIn: cameAt(making) })),
    ...ASKED_MINUTES_AGO.map((minutes) =>
      visit(making, { signedIn: now - minutes * MINUTE_MS, kind: "contractor", approval: "pending" }),
    ),
    visit(making, { signedIn: yesterday, kind: "contractor" }),
    ...Array.from({ length: LEFT }, () => leftVisit(making)),
  ];
  const awaited = awaitedRows(making);
  const earlier = CAME_ON_DAYS.flatMap((days) => Array.from({ length: CAME_A_DAY }, () => earlierVisit(making, days)));
  const delivered = visit(making, { signedIn: now - DELIVERED_MINUTES_AGO * MINUTE_MS, kind: "delivery" });
  const delivery = { ...delivered, person: driverOf(random, delivered.person) };
  const visits = [...today, delivery, ...earlier.map(({ came }) => came)].slice(0, most);
  const known = new Set(visits.map((one) => one.known));
  const arrived = [...expected, ...earlier].map(({ row }) => row).filter(({ _id }) => known.has(_id));
  return { visits, registered: [...arrived, ...awaited] };
};
