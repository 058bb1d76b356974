import { sql } from "kysely";

import type { Db } from "../database.ts";
import { totalOfDays } from "./days.ts";
import type { ListSource, Newest, ValueTables } from "./fields.ts";
import type { Condition } from "./filter.ts";
import type { Direction } from "./order.ts";
import { type Piece, mergePieces } from "./pieces.ts";
import {
  and,
  countAndPage,
  directionOf,
  docsOf,
  type Listing,
  type ListPage,
  pageViaIndex,
  type Plan,
  readPageRows,
  runPreparedList,
  whereOf,
} from "./plan.ts";
import { hasValue, idsByDate, type KnownMatch, keysOfAll, readAndTested } from "./postings.ts";
import { type Match, matchesOf } from "./values.ts";

/** The most rows that are read to test the other conditions on them. */
const CANDIDATES_MAX = 20_000;
/** Reading a row and testing its text takes as long as reading this many postings. */
const ROW_IN_POSTINGS = 6;

/** What each filter found among the values, the rarest first. */
type ByValues = { tables: ValueTables; matches: Match[]; rarest: Match | undefined };

/** What the filters find among the values; undefined where no filter is of a text, or the location is still being indexed. */
export const findValues = async (
  db: Db,
  { values: tables }: ListSource,
  { location }: Listing,
  conditions: readonly Condition[],
): Promise<ByValues | undefined> => {
  const terms = conditions.flatMap(({ term }) => term ?? []);
  if (tables === undefined || terms.length === 0) return undefined;
  const matches = (await matchesOf(db, tables, location, terms))?.toSorted((a, b) => a.rows - b.rows);
  return matches && { tables, matches, rarest: matches.find(({ values }) => values !== undefined) };
};

/** A plan that reads only the rows with the rarest values and tests the other conditions on them; undefined where they are many. */
export const narrowToRarest = (
  plan: Plan,
  conditions: readonly Condition[],
  found: ByValues | undefined,
): Plan | undefined => {
  const { term, values, rows = Infinity } = found?.rarest ?? {};
  if (found === undefined || values === undefined || rows > CANDIDATES_MAX) return undefined;
  const others = conditions.filter((condition) => condition.term !== term);
  return { ...plan, where: and([hasValue(found.tables, values), whereOf(plan.listing, others)]) };
};

/** Reading this many postings never takes long. */
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

/** A page by date of all rows that fit one filter. */
const pageOfOneFilter = async (
  db: Db,
  newest: Newest,
  plan: Plan,
  { tables, match, direction }: { tables: ValueTables; match: Match; direction: Direction },
): Promise<ListPage> => {
  const { limit, offset } = plan;
  const total = match.rows;
  if (!(await isByPostings(db, newest, plan, match))) return { ...(await readPageRows(db, plan)), total };
  const ids = idsByDate(tables, match.values ?? [], { direction, limit, offset });
  return { ...mergePieces(await runPreparedList<Piece>(db, sql`${docsOf(plan, ids)} order by n`)), total };
};

/** Reading a row at random takes as long as reading this many postings and looking for them among others: 14 µs, against 0.5 µs. */
const RANDOM_ROW_IN_POSTINGS = 28;
/** This many postings are read in 150 ms. */
const POSTINGS_MAX = 300_000;

const isKnown = (match: Match): match is KnownMatch => match.values !== undefined;

/** A page by date of the rows that fit several filters, or words, from postings alone. @returns undefined where the rows are sooner read */
const pageOfAllFilters = (
  db: Db,
  plan: Plan,
  { tables, matches, rarest }: ByValues,
  direction: Direction,
): Promise<ListPage> | undefined => {
  const known = matches.filter(isKnown);
  const postings = readAndTested(tables, known).read.reduce((sum, { rows }) => sum + rows, 0);
  const isSooner = postings <= Math.min(POSTINGS_MAX, (rarest?.rows ?? 0) * RANDOM_ROW_IN_POSTINGS);
  if (known.length < matches.length || !isSooner) return undefined;
  const ids = sql`select id_of_key(key) as _id from m order by key ${sql.raw(direction)}`;
  return countAndPage(db, plan, keysOfAll(tables, known), ids);
};

/** A page of rows whose values fit. @returns undefined where reading the rows themselves is cheaper */
export const pageByValues = async (
  db: Db,
  source: ListSource,
  plan: Plan,
  conditions: readonly Condition[],
): Promise<ListPage | undefined> => {
  const { newest } = source;
  const found = await findValues(db, source, plan.listing, conditions);
  if (found === undefined) return undefined;
  if (found.rarest?.rows === 0) return { total: 0, docs: [], bytes: 0 };
  const [match, ...others] = found.matches;
  const areAll = found.matches.length === conditions.length && plan.listing.condition === undefined;
  const isAlone = areAll && others.length === 0 && match?.term.fields !== undefined;
  const direction = areAll && newest !== undefined ? directionOf(newest, plan.listing) : undefined;
  if (newest !== undefined && direction !== undefined) {
    if (isAlone) return pageOfOneFilter(db, newest, plan, { tables: found.tables, match, direction });
    const page = pageOfAllFilters(db, plan, found, direction);
    if (page !== undefined) return page;
  }
  const few = narrowToRarest(plan, conditions, found);
  if (few !== undefined) return pageViaIndex(db, few);
  return isAlone ? { ...(await readPageRows(db, plan)), total: match.rows } : undefined;
};
