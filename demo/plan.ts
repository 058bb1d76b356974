import { PLACES } from "./places.ts";
import { type Day, spreadOverDays } from "./day-rhythm.ts";
import { makeScene, type Scene } from "./scene.ts";
import { makeSite, type Site } from "./sites.ts";

const DAY_MS = 24 * 3_600_000;
const DAYS_MIN = 90;
const DAYS_MAX = 3 * 365;
/** Visits per day from which the period grows, up to three years. */
const VISITS_A_DAY = 55;
/** From this many visits on, they are spread over all places, and the indexes are built afterwards. */
export const BULK = 100_000;
const DEMO_SHARES = [0.45, 0.3, 0.25];
const BULK_SHARE_FIRST = 0.3;
const DEMO_HOSTS = 200;
const BULK_HOSTS = [600, 100] as const;
const REGULARS_MAX = 8_000;
const sharesOf = (visits: number): number[] =>
  visits < BULK
    ? DEMO_SHARES
    : PLACES.map((_, n) => (n === 0 ? BULK_SHARE_FIRST : (1 - BULK_SHARE_FIRST) / (PLACES.length - 1)));

/** Splits a total into whole numbers in these proportions. */
const divide = (total: number, shares: readonly number[]): number[] => {
  let sum = 0;
  const upTo = shares.map((share) => Math.round(total * (sum += share)));
  return upTo.map((value, n) => value - (upTo[n - 1] ?? 0));
};

/** A location, and when its visits are. */
export type PlannedLocation = {
  site: Site;
  visits: number;
  /** The visits at `now`, whatever the hour: who is inside, and who is expected. */
  scene: Scene;
  days: readonly Day[];
};

/** The inputs for all demo data; `taken` has the tags of existing locations. */
export type PlanOptions = { visits: number; now: number; seedNumber: number; taken: Set<string> };

const planOf = (site: Site, visits: number, days: number, { now, seedNumber }: PlanOptions): PlannedLocation => {
  const scene = makeScene(site, visits, now, seedNumber);
  const { timezone, quietDays } = site.place;
  const others = visits - scene.visits.length;
  return { site, visits, scene, days: spreadOverDays({ timezone, quietDays, days, now, visits: others }) };
};

/** The locations, and how the visits are spread over them and over the days. */
export const makePlans = (wish: PlanOptions): PlannedLocation[] => {
  const { visits, now, seedNumber, taken } = wish;
  const days = Math.min(DAYS_MAX, Math.max(DAYS_MIN, Math.round(visits / VISITS_A_DAY)));
  const shares = sharesOf(visits);
  const hosts = divide(DEMO_HOSTS, shares);
  const created = now - (days + 7) * DAY_MS;
  return divide(visits, shares).flatMap((part, n) => {
    const place = PLACES[n];
    if (place === undefined) return [];
    const count = visits < BULK ? (hosts[n] ?? 0) : BULK_HOSTS[n === 0 ? 0 : 1];
    const regulars = Math.min(REGULARS_MAX, Math.ceil(part / 8) + 1);
    return [planOf(makeSite(place, { hosts: count, regulars }, { seedNumber, created, taken }), part, days, wish)];
  });
};
