import { answersTo } from "./answers.ts";
import { driverOf } from "./people/carriers.ts";
import { seededId } from "./ids.ts";
import { makePerson, type Person } from "./people/people.ts";
import type { Random } from "./random.ts";
import type { HostRow, Site } from "./sites.ts";
import type { VisitKind } from "./visit-types.ts";

/** The columns that are written, in the order of `visitValues`; the database derives `doc`. */
export const VISIT_COLUMNS =
  "company_id _id first_name last_name company email phone recipient recipient_mail visit_type entrypoint_id signed_in signed_out signed_in_source signed_out_source approval signed_in_user signed_out_user language_id known_visitor_id extra create_date mod_date".split(
    " ",
  );

type Value = string | number | null;
/** One visit, column by column. */
export type VisitValues = readonly Value[];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const FORGOTTEN = 0.01;
const MULTI_DAY = 0.01;
const REJECTED = 0.06;
/** No recent visit remains open by chance: scene.ts decides who is inside now. */
const RECENT_MS = 5 * DAY_MS;
/** The share of visits by regular visitors. */
const REGULAR = 0.55;

const KINDS: readonly VisitKind[] = [
  ...Array<VisitKind>(11).fill("visitor"),
  ...Array<VisitKind>(4).fill("contractor"),
  ...Array<VisitKind>(2).fill("interview"),
  ...Array<VisitKind>(3).fill("delivery"),
];

/** Shortest and longest stay in minutes; most are nearer to the shortest. */
const STAYS: Record<VisitKind, readonly [number, number]> = {
  visitor: [20, 300],
  contractor: [40, 520],
  interview: [35, 110],
  delivery: [2, 30],
};

const stayMs = (random: Random, kind: VisitKind): number => {
  const [shortest, longest] = STAYS[kind];
  return Math.floor((shortest + (longest - shortest) * random.next() ** 1.8) * MINUTE_MS);
};

/** When a visitor who came at that time leaves: undefined while inside, or if they forgot to sign out. */
const departure = (random: Random, kind: VisitKind, signedIn: number, now: number): number | undefined => {
  const isRecent = now - signedIn < RECENT_MS;
  const days = random.chance(MULTI_DAY) && !isRecent ? random.between(1, 4) : 0;
  const left = signedIn + stayMs(random, kind) + days * DAY_MS;
  return left > now || (random.chance(FORGOTTEN) && !isRecent) ? undefined : left;
};

/** One visit before it is inserted; times in milliseconds. */
export type PlannedVisit = {
  kind: VisitKind;
  person: Person;
  host: HostRow;
  signedIn: number;
  signedOut: number | undefined;
  approval: "pending" | "approved" | "rejected" | undefined;
  /** The registered visitor it came from. */
  known: string | undefined;
};

const anyPerson = (random: Random, site: Site): Person => {
  if (random.chance(REGULAR)) return random.pick(site.regulars);
  return makePerson(random, random.pick(site.place.cultures));
};

const whoComes = (random: Random, site: Site, kind: VisitKind): Person => {
  const person = anyPerson(random, site);
  return kind === "delivery" ? driverOf(random, person) : person;
};

/** 0 = reception, 1 = kiosk, 2 = contactless. */
const sourceOf = (random: Random): number => (random.chance(0.12) ? 0 : random.chance(0.1) ? 2 : 1);

const orNull = (value: string | undefined): Value => value ?? null;
const iso = (ms: number): string => new Date(ms).toISOString();

/** One of the many visits of a location, which begins at `signedIn`. Rejected visitors leave soon. */
export const ordinaryVisit = (random: Random, site: Site, signedIn: number, now: number): PlannedVisit => {
  const kind = random.pick(KINDS);
  const visit = {
    kind,
    person: whoComes(random, site, kind),
    host: random.pick(site.hosts),
    signedIn,
    known: undefined,
  };
  const approval = kind !== "contractor" ? undefined : random.chance(REJECTED) ? "rejected" : "approved";
  const signedOut =
    approval === "rejected"
      ? Math.min(now, signedIn + random.between(3, 15) * MINUTE_MS)
      : departure(random, kind, signedIn, now);
  return { ...visit, approval, signedOut };
};

/** The columns of a visit of a location. */
export const visitValues = (random: Random, site: Site, visit: PlannedVisit): VisitValues => {
  const { kind, person, host, signedIn, signedOut } = visit;
  const [source, sourceOut] = [sourceOf(random), sourceOf(random)];
  return [
    site.id,
    seededId(random, signedIn, site.id),
    orNull(person.firstName),
    orNull(person.lastName),
    orNull(person.company),
    orNull(person.email),
    orNull(person.phone),
    host.cn,
    host.mail,
    site.visitTypes.get(kind)?._id ?? null,
    random.pick(site.entryPoints)._id,
    iso(signedIn),
    signedOut === undefined ? null : iso(signedOut),
    source,
    signedOut === undefined ? null : sourceOut,
    orNull(visit.approval),
    source === 0 ? random.pick(site.receptionists) : null,
    sourceOut === 0 && signedOut !== undefined ? random.pick(site.receptionists) : null,
    person.language,
    orNull(visit.known),
    JSON.stringify(answersTo(kind, random, person)),
    iso(signedIn),
    iso(signedOut ?? signedIn),
  ];
};
