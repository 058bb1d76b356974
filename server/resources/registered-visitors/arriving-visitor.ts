import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { dateOf, daySpan, iso } from "../../platform/lib/time.ts";
import { findInside } from "../visits/registered.ts";
import { findByName, findPreRegistration, type PreRegistration } from "./pre-registration-store.ts";
import { copiedFields } from "./sign-in.ts";
import * as store from "./store.ts";

/** A registered visitor who may be arriving. */
export type Arrival = {
  id: string;
  /** The values their visit begins with: documented and custom fields by name. */
  known: Record<string, unknown>;
  from: string | null;
  to: string | null;
  /** Whether they are expected today: dated registrations on their days, undated ones always. */
  today: boolean;
  inside: boolean;
  before: PreRegistration | undefined;
};

const spanOfToday = (now: number, { timezone }: Pick<LocationClock, "timezone">): { from: string; to: string } => {
  const { start, end } = daySpan(dateOf(now, timezone), timezone);
  return { from: iso(start), to: iso(end) };
};

/** The start of the location's day: codes of today's visits count, however early the visit was to end. */
export const startOfToday = (now: number, { timezone }: Pick<LocationClock, "timezone">): number =>
  daySpan(dateOf(now, timezone), timezone).start;

/** One registered visitor as they arrive; undefined if there is none. */
export const findArrival = async (
  ctx: RequestContext,
  place: LocationClock,
  id: string,
): Promise<Arrival | undefined> => {
  const row = await store.findRegistered(ctx.db, { company_id: place._id, _id: id });
  if (row === undefined) return undefined;
  const { from, to } = spanOfToday(ctx.now, place);
  const { visiting_from, visiting_to } = row;
  const begins = visiting_from === null || visiting_from < to;
  // An end at midnight belongs to the day before, unless the whole span is that moment.
  const ends = visiting_to === null || visiting_to > from || (visiting_to === from && visiting_from === visiting_to);
  return {
    id,
    known: copiedFields(row),
    from: visiting_from,
    to: visiting_to,
    today: begins && ends,
    inside: (await findInside(ctx, place._id, [id])).has(id),
    before: await findPreRegistration(ctx.db, { location: place._id, id }),
  };
};

const plain = (name: string): string => name.trim().replaceAll(/\s+/g, " ");

/**
 * The visitor with exactly this name who is expected today and not inside, ignoring case and accents. None if there are
 * several: a name that two people share identifies neither.
 */
export const findExpected = async (
  ctx: RequestContext,
  place: LocationClock,
  name: { first_name: string; last_name: string },
): Promise<Arrival | undefined> => {
  const plainName = { first: plain(name.first_name), last: plain(name.last_name) };
  if (plainName.first === "" || plainName.last === "") return undefined;
  const [id, other] = await findByName(ctx.db, place._id, plainName, spanOfToday(ctx.now, place));
  if (id === undefined || other !== undefined) return undefined;
  const arrival = await findArrival(ctx, place, id);
  return arrival !== undefined && arrival.today && !arrival.inside ? arrival : undefined;
};
