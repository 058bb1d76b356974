import { answersTo } from "./answers.ts";
import { seededId } from "./ids.ts";
import { makePerson, type Person } from "./people.ts";
import type { Random } from "./random.ts";
import type { Site } from "./site.ts";
import type { Kind } from "./visit-types.ts";

/** The columns that are written, in the order of `visitValues`; the database derives `doc` and `search`. */
export const VISIT_COLUMNS =
  "company_id _id first_name last_name company email phone recipient recipient_mail visit_type entrypoint_id signed_in signed_out signed_in_source signed_out_source approval signed_in_user signed_out_user language_id extra create_date mod_date".split(
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
/** How long a decision may still be open. */
const PENDING_MS = 2 * HOUR_MS;
/** Share of visits by people who come again. */
const REGULAR = 0.55;

const KINDS: readonly Kind[] = [
  ...Array<Kind>(11).fill("visitor"),
  ...Array<Kind>(4).fill("contractor"),
  ...Array<Kind>(2).fill("interview"),
  ...Array<Kind>(3).fill("delivery"),
];

/** Shortest and longest stay in minutes; most are nearer to the shortest. */
const STAYS: Record<Kind, readonly [number, number]> = {
  visitor: [20, 300],
  contractor: [40, 520],
  interview: [35, 110],
  delivery: [2, 30],
};

const stayMs = (random: Random, kind: Kind): number => {
  const [shortest, longest] = STAYS[kind];
  return Math.floor((shortest + (longest - shortest) * random.next() ** 1.8) * MINUTE_MS);
};

/** When somebody leaves who came at that time: undefined while inside, or when they forgot to sign out. */
const departure = (random: Random, kind: Kind, signedIn: number, now: number): number | undefined => {
  const days = random.chance(MULTI_DAY) ? random.between(1, 4) : 0;
  const left = signedIn + stayMs(random, kind) + days * DAY_MS;
  return left > now || random.chance(FORGOTTEN) ? undefined : left;
};

/** A decision: rejected visitors leave soon, one that has just come may still wait. */
const approvalOf = (random: Random, signedIn: number, now: number): string => {
  if (now - signedIn < PENDING_MS && random.chance(0.5)) return "pending";
  return random.chance(REJECTED) ? "rejected" : "approved";
};

const whoComes = (random: Random, site: Site): Person => {
  if (random.chance(REGULAR)) return random.pick(site.regulars);
  return makePerson(random, random.pick(site.place.cultures));
};

/** 0 = reception, 1 = kiosk, 2 = contactless. */
const sourceOf = (random: Random): number => (random.chance(0.12) ? 0 : random.chance(0.1) ? 2 : 1);

const orNull = (value: string | undefined): Value => value ?? null;
const iso = (ms: number): string => new Date(ms).toISOString();

type Moments = { signedIn: number; signedOut: number | undefined; approval: string | undefined };

const momentsOf = (random: Random, kind: Kind, signedIn: number, now: number, stays: boolean): Moments => {
  const approval = kind === "contractor" ? approvalOf(random, signedIn, now) : undefined;
  if (approval === "rejected")
    return { signedIn, signedOut: Math.min(now, signedIn + random.between(3, 15) * MINUTE_MS), approval };
  return { signedIn, signedOut: stays ? undefined : departure(random, kind, signedIn, now), approval };
};

/** One visit of a location that begins at `signedIn`. `stays` keeps the visitor inside. */
export const visitValues = (random: Random, site: Site, signedIn: number, now: number, stays: boolean): VisitValues => {
  const kind = stays ? "visitor" : random.pick(KINDS);
  const person = whoComes(random, site);
  const host = random.pick(site.hosts);
  const { signedOut, approval } = momentsOf(random, kind, signedIn, now, stays);
  const [source, sourceOut] = [sourceOf(random), sourceOf(random)];
  return [
    site.id,
    seededId(random, signedIn, site.id),
    person.firstName,
    person.lastName,
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
    orNull(approval),
    source === 0 ? random.pick(site.receptionists) : null,
    sourceOut === 0 && signedOut !== undefined ? random.pick(site.receptionists) : null,
    person.language,
    JSON.stringify(answersTo(kind, random, person)),
    iso(signedIn),
    iso(signedOut ?? signedIn),
  ];
};
