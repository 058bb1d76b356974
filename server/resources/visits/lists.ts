import { sql } from "kysely";

import { VISIT_FIELDS } from "../../../shared/visit-fields.ts";
import { type Db, isTimeout, type Statement } from "../../platform/db/database.ts";
import { listSourceOf } from "../../platform/db/field-columns.ts";
import type { ListSource, Sql } from "../../platform/db/listing/fields.ts";
import { areOfHost, ofHost } from "../../platform/db/own-visitors.ts";
import { docsByIds, listDocs, listIds, listPage } from "../../platform/db/listing/page.ts";
import type { Listing, ListPage } from "../../platform/db/listing/plan.ts";
import type { LocationClock } from "../../platform/auth/location-clock.ts";
import {
  type RequestContext,
  RawJson,
  type Selection,
  type StreamResponse,
} from "../../platform/http/request-context.ts";
import { jsonInPieces, listJson } from "../../platform/http/output/json-pieces.ts";
import { ORDINARY_BYTES_MAX, readPage } from "../../platform/http/output/large-lists.ts";
import { isId } from "../../platform/lib/record/ids.ts";
import { badRequest, unavailable } from "../../platform/lib/errors.ts";
import { addDays, dateOf, dayOf, iso, startOfDay } from "../../platform/lib/time/time.ts";
import { readIndexProgress } from "./index-progress.ts";

/** The visits as a list that is filtered and sorted by any field. */
const VISITS: ListSource = {
  ...listSourceOf("visits", VISIT_FIELDS),
  newest: { field: "signed_in", countedIn: "visit_days" },
  values: {
    values: "visit_values",
    postings: "visit_postings",
    pending: "visits_to_index",
    texts: "visit_search",
  },
};

const LATEST_FIRST = [{ field: "signed_in", direction: "desc" }] as const;
const LOG_DOC = sql`v.doc`;
/** The inside lists carry the agreements, the log does not (rules 4). */
const INSIDE_DOC = sql`(left(v.doc, -1) || ',"agreements":' || v.agreements::text || '}')`;

export type Paging = { count: number; page: number };
type LogQuery = Paging & Selection & LogFacets & { total_at_most?: number };

/** What narrows the log beside its filters; lists of ids with commas between. `hosts` are those of the caller's context. */
export type LogFacets = {
  search?: string;
  visit_types?: string;
  entry_points?: string;
  open?: boolean;
  hosts?: readonly string[] | undefined;
};

const idsIn = (name: string, text: string | undefined): string[] | undefined => {
  if (text === undefined || text.trim() === "") return undefined;
  const ids = text.split(",").map((id) => id.trim().toLowerCase());
  if (!ids.every(isId))
    throw badRequest(
      `"${name}" must be a comma-separated list of IDs, each 24 hexadecimal characters.`,
      "wrong_format",
      name,
    );
  return ids;
};

const facetCondition = ({ visit_types, entry_points, open, hosts }: LogFacets): Sql | undefined => {
  const types = idsIn("visit_types", visit_types);
  const points = idsIn("entry_points", entry_points);
  const parts = [
    ...(types === undefined ? [] : [sql`visit_type = any (${types}::text[])`]),
    ...(points === undefined ? [] : [sql`entrypoint_id = any (${points}::text[])`]),
    ...(open === undefined ? [] : [open ? sql`signed_out is null` : sql`signed_out is not null`]),
    ...ofHost("visits", hosts),
  ];
  return parts.length === 0 ? undefined : sql.join(parts, sql` and `);
};

const logListing = (clock: LocationClock, query: LogQuery, bytesMax: number): Listing => ({
  bytesMax,
  location: clock._id,
  condition: facetCondition(query),
  words: query.search ?? "",
  filters: query.filter,
  sorts: query.sorting.length > 0 ? query.sorting : LATEST_FIRST,
  timezone: clock.timezone,
  count: query.count,
  page: query.page,
  totalAtMost: query.total_at_most,
  doc: LOG_DOC,
});

/** While visits are being indexed, a page that takes too long says when it won't. Errors: `503`. */
const listVisits = async (db: Db, listing: Listing): Promise<ListPage> => {
  try {
    return await listPage(db, VISITS, listing);
  } catch (error) {
    const { locations, seconds } = isTimeout(error) ? await readIndexProgress(db) : { locations: 0, seconds: 0 };
    if (locations === 0) throw error;
    const message = "The visits are still being indexed, so this search took too long. Try again when that is done.";
    throw unavailable(message, "indexing", "statement timeout while visits are indexed", seconds);
  }
};

/** The page of the visitor log that a request asks for. Errors: `400` if the page is too large or a filter isn't well formed. */
const logPage = (
  ctx: Pick<RequestContext, "db" | "takeTurn">,
  clock: LocationClock,
  query: LogQuery,
): Promise<ListPage> =>
  readPage(ctx, query.count, (bytesMax) => listVisits(ctx.db, logListing(clock, query, bytesMax)));

/** The visits of that page alone, as JSON texts joined by commas: an export shows no total. */
export const logDocs = async (
  ctx: Pick<RequestContext, "db" | "takeTurn">,
  clock: LocationClock,
  query: LogQuery,
): Promise<string> => {
  const page = await readPage(ctx, query.count, (bytesMax) =>
    listDocs(ctx.db, VISITS, logListing(clock, query, bytesMax)),
  );
  return page.docs.join(",");
};

const ID_LENGTH = 24;
const IDS_AT_ONCE = 2_000;

/**
 * All visits of a listing in its order, some at a time as JSON texts joined by commas. Which they are, and in which order, is
 * settled at the first; each is as it is when its turn comes, and left out when it was erased by then.
 */
async function* docsInParts(db: Db, listing: Listing, atOnce = IDS_AT_ONCE): AsyncGenerator<string> {
  const ids = await listIds(db, VISITS, listing);
  for (let at = 0; at < ids.length;) {
    const next = ids.slice(at, at + atOnce * ID_LENGTH).match(/.{24}/g) ?? [];
    const { docs, taken } = await docsByIds(db, VISITS, listing, next);
    at += taken * ID_LENGTH;
    if (docs !== "") yield docs;
  }
}

/**
 * All visits that the log gives for a query, some at a time: no more of them is in memory than of an ordinary page.
 * @param atOnce how many of them at most
 */
export const streamLogDocs = (
  db: Db,
  clock: LocationClock,
  query: Selection & LogFacets,
  atOnce?: number,
): AsyncGenerator<string> =>
  docsInParts(db, logListing(clock, { ...query, count: 0, page: 1 }, ORDINARY_BYTES_MAX), atOnce);

const pageResponse = (page: ListPage): RawJson | StreamResponse =>
  listJson(`{"total":${page.total},"visitors":[`, page, "]}");

/** The visitor log (interface 4.2). */
export const listLog = async (
  ctx: RequestContext,
  clock: LocationClock,
  query: LogQuery,
): Promise<RawJson | StreamResponse> => pageResponse(await logPage(ctx, clock, { ...query, hosts: ctx.hosts }));

/** When a visit counts as inside (rules 3): it began in the window, by now, and had not ended at `at`. */
export type InsideWindow = { from: string; to: string; now: string; past: boolean };

/** The instant from which a visit must have begun to count as inside on a day (rules 3), in milliseconds. */
export const insideFrom = (clock: Pick<LocationClock, "timezone" | "signoutDays">, day: string): number =>
  startOfDay(addDays(day, -clock.signoutDays), clock.timezone);

/**
 * The window of the day that a request names, today when it names none. Errors: `400`.
 * @param name of the parameter, for the error
 */
export const insideWindowOn = (
  clock: Pick<LocationClock, "timezone" | "signoutDays">,
  text: string | undefined,
  now: number,
  name = "datetimestamp",
): InsideWindow => {
  const day = text === undefined || text.trim() === "" ? dateOf(now, clock.timezone) : dayOf(text, clock.timezone);
  if (day === undefined)
    throw badRequest(`"${name}" must be a date such as 2026-11-21 or an ISO 8601 timestamp.`, "wrong_format", name);
  const end = startOfDay(addDays(day, 1), clock.timezone);
  return {
    from: iso(insideFrom(clock, day)),
    to: iso(end),
    now: iso(now),
    past: end <= now,
  };
};

/** Records with more bytes than this are not joined in one statement. */
const LONG_BYTES = 16 * 1024;

// One sum, not a running one as in the pages: this list is requested most.
const INSIDE_TODAY: Statement = {
  name: "list-inside",
  text: `select coalesce(string_agg(left(doc, -1) || ',"agreements":' || agreements::text || '}', ',' order by signed_in desc, _id desc)
  filter (where octet_length(doc) < ${LONG_BYTES}), '') as docs,
  coalesce(sum(octet_length(doc)) <= ${ORDINARY_BYTES_MAX} and max(octet_length(doc)) < ${LONG_BYTES}, true) as whole
from visits where company_id = $1 and signed_in >= $2 and signed_in < $3 and signed_in <= $4 and signed_out is null and ${areOfHost("$5")}`,
};
const INSIDE_ON_PAST_DAY: Statement = {
  name: "list-inside-on-past-day",
  text: INSIDE_TODAY.text.replace("signed_out is null", "(signed_out is null or signed_out >= $3)"),
};

type DayQuery = { datetimestamp?: string; date?: string };

/** The window of the day that a list names by its parameter or, where that is blank, by its alias. */
const queriedWindow = (clock: LocationClock, { datetimestamp, date }: DayQuery, now: number): InsideWindow =>
  datetimestamp === undefined || datetimestamp.trim() === ""
    ? insideWindowOn(clock, date, now, "date")
    : insideWindowOn(clock, datetimestamp, now);

const insideCondition = ({ from, to, now, past }: InsideWindow): Sql => {
  const ended = past ? sql`(signed_out is null or signed_out >= ${to}::timestamptz)` : sql`signed_out is null`;
  return sql`signed_in >= ${from}::timestamptz and signed_in < ${to}::timestamptz and signed_in <= ${now}::timestamptz and ${ended}`;
};

/** Deliveries are no persons (rules 4), and those who were rejected weren't let in. */
const arePeople = (location: string): Sql =>
  sql`(visit_type in (select delivery_types(${location}))) is not true and approval is distinct from 'rejected'`;

type InsideQuery = Paging & Selection & DayQuery & { people?: boolean; hosts?: readonly string[] | undefined };

const insideListing = (clock: LocationClock, query: InsideQuery, now: number, bytesMax: number): Listing => ({
  location: clock._id,
  condition: sql.join(
    [
      insideCondition(queriedWindow(clock, query, now)),
      ...(query.people === true ? [arePeople(clock._id)] : []),
      ...ofHost("visits", query.hosts),
    ],
    sql` and `,
  ),
  filters: query.filter,
  sorts: query.sorting.length > 0 ? query.sorting : LATEST_FIRST,
  timezone: clock.timezone,
  count: query.count,
  page: query.page,
  bytesMax,
  doc: INSIDE_DOC,
});

/**
 * There are too many visitors, or too much data about them, for one statement: they are sent in parts, since this list
 * has no `count` to limit it.
 */
const streamInside = (ctx: RequestContext, clock: LocationClock, query: DayQuery): StreamResponse => {
  const all = { ...query, hosts: ctx.hosts, filter: [], sorting: [], count: 0, page: 1 };
  return jsonInPieces("[", docsInParts(ctx.db, insideListing(clock, all, ctx.now, ORDINARY_BYTES_MAX)), "]");
};

/** Everyone inside on a day (interface 4.2, rules 3). */
export const listInside = async (
  ctx: RequestContext,
  clock: LocationClock,
  query: DayQuery,
): Promise<RawJson | StreamResponse> => {
  const { from, to, now, past } = queriedWindow(clock, query, ctx.now);
  const statement = past ? INSIDE_ON_PAST_DAY : INSIDE_TODAY;
  const [row] = await ctx.db.named<{ docs: string; whole: boolean }>(statement, [
    clock._id,
    from,
    to,
    now,
    ctx.hosts ?? null,
  ]);
  if (row?.whole === false) return streamInside(ctx, clock, query);
  return new RawJson(`[${row?.docs ?? ""}]`);
};

/** The inside list, paged, filtered and sorted. Errors: `400`, also where the page is too large. */
export const pageInside = async (
  ctx: RequestContext,
  clock: LocationClock,
  query: InsideQuery,
): Promise<RawJson | StreamResponse> =>
  pageResponse(
    await readPage(ctx, query.count, (bytesMax) =>
      listVisits(ctx.db, insideListing(clock, { ...query, hosts: ctx.hosts }, ctx.now, bytesMax)),
    ),
  );
