import { addDays, dateOf, iso, startOfDay } from "../server/platform/lib/time/time.ts";
import { answersTo } from "./answers.ts";
import { seededId } from "./ids.ts";
import { type Random, randomFor } from "./random.ts";
import type { Person } from "./people/people.ts";
import type { HostRow, Site } from "./sites.ts";
import type { VisitKind } from "./visit-types.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The registered visitors of a location besides today's, and the share of them who are always expected. */
const COUNT = 46;
const ALWAYS = 0.2;
/** How far the other days are from today: visitors expected earlier never came. */
const OTHER_DAYS = [-6, -3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
const REGISTERED_DAYS_BEFORE = 20;
const INVITED = 0.7;
const PREREGISTERED = 0.5;

const KINDS: readonly VisitKind[] = [
  ...Array<VisitKind>(6).fill("visitor"),
  ...Array<VisitKind>(2).fill("contractor"),
  "interview",
];

/** When a visitor is expected; always, if both are null. */
type Span = { visiting_from: string | null; visiting_to: string | null };

/** A meeting of one to four hours that begins on a quarter of an hour of a working day. */
const meeting = (random: Random, date: string, timezone: string): Span => {
  const from = startOfDay(date, timezone) + random.between(8 * 4, 16 * 4) * (HOUR_MS / 4);
  return { visiting_from: iso(from), visiting_to: iso(from + random.between(1, 4) * HOUR_MS) };
};

const spanOf = (random: Random, today: string, timezone: string): Span => {
  if (random.chance(ALWAYS)) return { visiting_from: null, visiting_to: null };
  const days = random.pick(OTHER_DAYS);
  return meeting(random, addDays(today, days), timezone);
};

type Progress = { status: string; invited_date: string | null; preregistered_date: string | null };

/** The progress of an invitation; without an address there was none. */
const progressOf = (random: Random, created: number, now: number, email: string | undefined): Progress => {
  if (email === undefined || !random.chance(INVITED))
    return { status: "created", invited_date: null, preregistered_date: null };
  const invited = created + Math.floor(random.next() * (now - created));
  if (!random.chance(PREREGISTERED)) return { status: "invited", invited_date: iso(invited), preregistered_date: null };
  const answered = invited + Math.floor(random.next() * (now - invited));
  return { status: "preregistered", invited_date: iso(invited), preregistered_date: iso(answered) };
};

/** The registration of a visitor: for what, with whom, and when. @param span `created` in milliseconds */
export type Registration = { person: Person; kind: VisitKind; host: HostRow; span: Span; created: number };

/** A registered visitor as a row of the table. */
export const registeredRow = (random: Random, site: Site, now: number, registration: Registration) => {
  const { person, kind, host, span, created } = registration;
  const progress = progressOf(random, created, now, person.email);
  return {
    company_id: site.id,
    _id: seededId(random, created, site.id),
    visit_type: site.visitTypes.get(kind)?._id ?? null,
    first_name: person.firstName ?? null,
    last_name: person.lastName ?? null,
    company: person.company ?? null,
    email: person.email ?? null,
    phone: person.phone ?? null,
    recipient: host.cn,
    ...span,
    persistent: span.visiting_from === null,
    entrypoint_id: random.pick(site.entryPoints)._id,
    language_id: person.language,
    ...progress,
    extra: progress.status === "preregistered" ? answersTo(kind, random, person) : {},
    create_date: iso(created),
    mod_date: iso(created),
  };
};

export type RegisteredRow = ReturnType<typeof registeredRow>;

const anyRow = (random: Random, site: Site, now: number) => {
  const { timezone } = site.place;
  return registeredRow(random, site, now, {
    person: random.pick(site.regulars),
    kind: random.pick(KINDS),
    host: random.pick(site.hosts),
    created: now - Math.floor(random.next() * REGISTERED_DAYS_BEFORE * DAY_MS),
    span: spanOf(random, dateOf(now, timezone), timezone),
  });
};

/**
 * The registered visitors of a location who do not come today, as rows of the table: expected on days around it, or
 * always.
 */
export const registeredOf = (site: Site, now: number, seedNumber: number): RegisteredRow[] => {
  // A source of its own: the visits do not change with them.
  const random = randomFor(seedNumber, `${site.place.name}, registered`);
  return Array.from({ length: COUNT }, () => anyRow(random, site, now));
};
