import { sql } from "kysely";

import type { Db } from "../database.ts";
import { totalOfDays } from "./days.ts";
import type { ListSource, Newest, ValueTables } from "./fields.ts";
import type { Condition } from "./filter.ts";
import { type Piece, type Pieces, together } from "./pieces.ts";
import {
  and,
  directionOf,
  docsOf,
  type Listing,
  type ListPage,
  pageViaIndex,
  type Plan,
  readPageRows,
  runPlanned,
} from "./plan.ts";
import { hasValue, idsByDate, type Match, matchesOf } from "./values.ts";

/** Fewer rows than these are read to test the other conditions on them. */
const CANDIDATES_MAX = 20_000;
/** Reading a row and testing its text takes as long as reading so many postings. */
const ROW_IN_POSTINGS = 6;

type ByValues = { tables: ValueTables; matches: Match[]; rarest: Match | undefined };

/** What the filters find among the values; undefined where nothing is asked of them, or they are not all there. */
export const findValues = async (
  db: Db,
  { values: tables }: ListSource,
  { location }: Listing,
  conditions: readonly Condition[],
): Promise<ByValues | undefined> => {
  const terms = conditions.flatMap(({ term }) => term ?? []);
  if (tables === undefined || terms.length === 0) return undefined;
  const matches = await matchesOf(db, tables, location, terms);
  const [rarest] = matches?.filter(({ values }) => values !== undefined).toSorted((a, b) => a.rows - b.rows) ?? [];
  return matches && { tables, matches, rarest };
};

/** The plan for the rows with the rarest of the values alone, where they are few. */
export const narrowed = (plan: Plan, found: ByValues | undefined): Plan | undefined => {
  const { values, rows = Infinity } = found?.rarest ?? {};
  if (found === undefined || values === undefined || rows > CANDIDATES_MAX) return undefined;
  return { ...plan, where: and([plan.where, hasValue(found.tables, values)]) };
};

/** Reading so many postings never takes long. */
const FEW_POSTINGS = 2_000;

/** Whether the page is read from the postings sooner than newest first until it is full. */
const isByPostings = async (
  db: Db,
  newest: Newest,
  { limit, offset, listing }: Plan,
  match: Match,
): Promise<boolean> => {
  if (match.values === undefined) return false;
  const read = limit + offset;
  const postings = Math.min(match.rows, match.values.length * read);
  if (postings <= FEW_POSTINGS) return true;
  const scanned = (read * (await totalOfDays(db, newest, listing.location))) / match.rows;
  return postings <= scanned * ROW_IN_POSTINGS;
};

/** A page by date of all rows that fit one filter. @returns undefined in another order */
const pageOfOneFilter = async (
  db: Db,
  newest: Newest,
  plan: Plan,
  { tables, matches: [match] }: ByValues,
): Promise<Pieces | undefined> => {
  const { limit, offset, listing } = plan;
  const direction = directionOf(newest, listing);
  if (match === undefined || direction === undefined) return undefined;
  if (!(await isByPostings(db, newest, plan, match))) return readPageRows(db, plan);
  const ids = idsByDate(tables, match.values ?? [], { direction, limit, offset });
  return together(await runPlanned<Piece>(db, sql`${docsOf(plan, ids)} order by n`));
};

/** A page of rows whose values fit, where they say more than the rows. @returns undefined where they don't */
export const pageByValues = async (
  db: Db,
  source: ListSource,
  plan: Plan,
  conditions: readonly Condition[],
): Promise<ListPage | undefined> => {
  const found = await findValues(db, source, plan.listing, conditions);
  if (found?.rarest?.rows === 0) return { total: 0, docs: [], bytes: 0 };
  const [only] = found?.matches ?? [];
  const isAlone = conditions.length === 1 && plan.listing.within === undefined && only?.isOfOneField === true;
  if (found !== undefined && isAlone && source.newest !== undefined) {
    const page = await pageOfOneFilter(db, source.newest, plan, found);
    if (page !== undefined) return { docs: page.docs, bytes: page.bytes, total: only.rows };
  }
  const few = narrowed(plan, found);
  if (few !== undefined) return pageViaIndex(db, few);
  if (!isAlone) return undefined;
  const { docs, bytes } = await readPageRows(db, plan);
  return { docs, bytes, total: only.rows };
};
