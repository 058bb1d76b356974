import { RawJson, type RequestContext } from "../../platform/http/request-context.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { addDays, boundOf, dateOf, dayOf, endOf, iso } from "../../platform/lib/time/time.ts";
import { insideFrom } from "../visits/lists.ts";
import * as store from "./store.ts";

/** What a request asks for; the default is today and the 30 days after it. */
export type Span = { from?: string; until?: string };

const DEFAULT_DAYS = 30;
/** The longest span: occurrences of series are made as far ahead. */
const DAYS_MAX = 400;
const DAY_MS = 86_400_000;

const wrongDate = (name: string): Error =>
  badRequest(`"${name}" must be an ISO 8601 timestamp or a date such as 2026-11-21.`, "wrong_format", name);

const rangeOf = (clock: store.Clock, { from, until }: Span, now: number): store.Range => {
  const today = dateOf(now, clock.timezone);
  const first = from?.trim() || today;
  const start = dayOf(first, clock.timezone);
  const low = boundOf(first, clock.timezone);
  if (start === undefined || low === undefined) throw wrongDate("from");
  const high = endOf(until?.trim() || addDays(start, DEFAULT_DAYS), clock.timezone);
  if (high === undefined) throw wrongDate("until");
  if (high < low) throw badRequest('"until" must not be before "from".', "wrong_order", "until");
  if (high - low > (DAYS_MAX + 1) * DAY_MS)
    throw badRequest(`"until" must be at most ${DAYS_MAX} days after "from".`, "too_many", "until");
  return { _id: clock._id, low: iso(low), high: iso(high), insideFrom: iso(insideFrom(clock, today)) };
};

/**
 * The addresses by which visitors are the user's own: as a host, and for those whom the user stands in for. Errors: `404`
 * if the user was removed a moment ago.
 */
export const addressesOf = async ({ db, principal, now }: RequestContext): Promise<string[]> => {
  const addresses = await store.findAddresses(db, principal._id, iso(now));
  if (addresses === undefined) throw notFound();
  return addresses;
};

const docs = (rows: readonly { doc: string }[]): string => rows.map(({ doc }) => doc).join(",");

/**
 * The visits and registered visitors whose host is the user, or one whom the user stands in for, at all the user's locations (rules 4). Errors:
 * `400` for bounds that aren't dates or are too far apart.
 */
export const listOwn = async (ctx: RequestContext, span: Span): Promise<RawJson> => {
  const { db, now, principal } = ctx;
  const hosts = await addressesOf(ctx);
  const clocks = await store.listClocks(db, principal.locations === "all" ? null : principal.locations);
  const ranges = clocks.map((clock) => rangeOf(clock, span, now));
  const [visits, registered] = await Promise.all([
    store.listVisits(db, ranges, hosts, iso(now)),
    store.listRegistered(db, ranges, hosts),
  ]);
  const inside = JSON.stringify(visits.filter((visit) => visit.inside).map(({ _id }) => _id));
  return new RawJson(`{"visits":[${docs(visits)}],"inside":${inside},"registered_visitors":[${docs(registered)}]}`);
};
