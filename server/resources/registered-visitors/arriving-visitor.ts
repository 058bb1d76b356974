import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { dateOf, daySpan, iso } from "../../platform/lib/time/time.ts";
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

/** A name as a visitor typed it: given and family name, of which one may be blank. */
export type TypedName = { first_name: string; last_name: string };

const hasName = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

/** Of the two names, the one that a visitor with a single name doesn't have; undefined for all others. */
export const missingName = ({ first_name, last_name }: Arrival["known"]): keyof TypedName | undefined => {
  if (hasName(first_name) === hasName(last_name)) return undefined;
  return hasName(first_name) ? "last_name" : "first_name";
};

/** What was typed, each part under the name that the record has it as. */
const inOrder = (typed: TypedName, { known }: Arrival, swapped: boolean): Partial<TypedName> => {
  const missing = missingName(known);
  const whole = [typed.first_name, typed.last_name].filter(hasName);
  if (missing !== undefined && whole.length === 1)
    return { [missing === "last_name" ? "first_name" : "last_name"]: whole[0] };
  return swapped ? { first_name: typed.last_name, last_name: typed.first_name } : typed;
};

/**
 * The visitor with this name who is expected today and not inside. Case, accents, apostrophes, hyphens and blanks don't
 * matter, nor which of the two names comes first; one name is enough for a visitor who has only one. None if there are
 * several: a name that two people share identifies neither.
 * @returns the visitor, and the name as it was typed in the order of the record
 */
export const findExpected = async (
  ctx: RequestContext,
  place: LocationClock,
  typed: TypedName,
): Promise<{ arrival: Arrival; name: Partial<TypedName> } | undefined> => {
  const name = { first: typed.first_name, last: typed.last_name };
  const [found, other] = await findByName(ctx.db, place._id, name, spanOfToday(ctx.now, place));
  if (found === undefined || other !== undefined) return undefined;
  const arrival = await findArrival(ctx, place, found._id);
  if (arrival === undefined || !arrival.today || arrival.inside) return undefined;
  return { arrival, name: inOrder(typed, arrival, found.swapped === true) };
};
