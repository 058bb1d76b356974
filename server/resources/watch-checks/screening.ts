import { DatabaseError } from "pg";

import { isBroken } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { nameKeys } from "../../platform/names/keys.ts";
import { ALGORITHM, LOOK, matchPerson, readPerson } from "../../platform/names/match-person.ts";
import { rarityFrom } from "../../platform/names/rarity.ts";
import { contactKeys, digestOf, isDistinct, personOf, personOfEntry, type TypedPerson } from "./persons.ts";
import * as store from "./screening-store.ts";

/** An entry that a person could be. */
export type FoundEntry = Omit<store.NewHit, "_id">;

/** What comes of a comparison. `held`: a hit of a list that makes visits wait; `unchecked`: it could not be done. */
export type Check = {
  outcome: Exclude<store.Outcome, "released">;
  hits: readonly FoundEntry[];
  version: number;
  person: string;
};

/** How many entries are compared: those that have most in common. */
const COMPARED_MOST = 100;
/** A visitor at the door waits for it. */
const STATEMENT_MS_MAX = 300;

/**
 * The entries of a location's lists that a person could be, the likeliest first. Statements alone: what fails is for the
 * caller to judge.
 */
export const findEntries = async (ctx: RequestContext, location: string, typed: TypedPerson): Promise<FoundEntry[]> => {
  const person = personOf(typed);
  const read = readPerson(person);
  const contacts = contactKeys(person);
  const keys = [...new Set([...read.names.flatMap(nameKeys), ...contacts])];
  if (keys.length === 0) return [];
  const candidates = await store.listCandidates(ctx.db, location, keys, contacts, COMPARED_MOST);
  const entries = candidates.map((one) => ({ ...one, read: readPerson(personOfEntry(one)) }));
  const words = [read, ...entries.map((one) => one.read)].flatMap(({ names }) => names.flat()).map(({ text }) => text);
  const counts = await store.countWords(ctx.db, location, [...new Set(words)]);
  const { names } = await store.findVersion(ctx.db, location);
  const rarity = rarityFrom((text) => counts.get(text) ?? 0, names);
  const today = iso(ctx.now).slice(0, 10);
  return entries
    .map(({ _id, list_id, kind, review_on, read: entry }) => {
      const { score, parts, facts } = matchPerson(read, entry, rarity);
      // What was due for a review holds no one.
      const now = kind === "denied" && review_on < today ? ("alert" as const) : kind;
      return { entry_id: _id, list_id, kind: now, score, parts: [...parts, ...facts] };
    })
    .filter(({ score }) => score >= LOOK)
    .toSorted((a, b) => b.score - a.score);
};

/** Whether a name has words that can be compared: one without can't be cleared. */
const isComparable = (typed: TypedPerson): boolean =>
  readPerson(personOf(typed)).names.some((words) => words.length > 0);

const compare = async (ctx: RequestContext, location: string, typed: TypedPerson): Promise<Check> => {
  const { version } = await store.findVersion(ctx.db, location);
  const all = await findEntries(ctx, location, typed);
  const known = personOf(typed);
  const person = digestOf(ctx.context.secretKey, known);
  const ids = all.map(({ entry_id }) => entry_id);
  const others =
    ids.length > 0 && isDistinct(known)
      ? await store.listPairs(ctx.db, location, person, ids, iso(ctx.now))
      : new Set<string>();
  const hits = all.filter(({ entry_id }) => !others.has(entry_id));
  const outcome = hits.some(({ kind }) => kind === "denied") ? "held" : isComparable(typed) ? "clear" : "unchecked";
  return { outcome, hits, version, person };
};

/**
 * Compares a person with the lists of a location, in the caller's transaction and within a deadline. Whatever fails, the
 * answer is `unchecked`, and the visit waits; only a lost connection, with which the transaction is gone, is thrown.
 */
export const screen = async (ctx: RequestContext, location: string, typed: TypedPerson): Promise<Check> => {
  await store.beginWithin(ctx.db, STATEMENT_MS_MAX);
  let check: Check;
  try {
    check = await compare(ctx, location, typed);
  } catch (error) {
    if (error instanceof DatabaseError && isBroken(error)) throw error;
    const { code } = Object(error) as { code?: unknown };
    ctx.context.log.warn({ code }, "a visitor could not be compared with the watch lists");
    check = { outcome: "unchecked", hits: [], version: 0, person: "" };
  }
  await store.end(ctx.db);
  return check;
};

/** Writes the hits of a comparison. */
export const recordHits = async (
  ctx: RequestContext,
  location: string,
  { subject, id }: Pick<store.HitSubject, "subject" | "id">,
  { hits, person }: Check,
): Promise<void> => {
  if (hits.length === 0) return;
  const about = { location, subject, id, person, at: iso(ctx.now), algorithm: ALGORITHM };
  const rows = hits.map((hit) => ({ ...hit, _id: newId(location, ctx.now) }));
  await store.addHits(ctx.db, about, rows);
};

/** Whether a hit that holds a visit waits for its outcome, or was found to be that person. */
export const isHeld = (ctx: RequestContext, location: string, id: string): Promise<boolean> =>
  store.isHeldByHits(ctx.db, location, id);

/** Records what came of a further comparison: a hit that waits for its decision holds, whatever the last one found. */
export const recordAgain = async (
  ctx: RequestContext,
  location: string,
  about: Pick<store.HitSubject, "subject" | "id">,
  check: Check,
): Promise<store.Outcome> => {
  await recordHits(ctx, location, about, check);
  const isHeld = await store.isHeldByHits(ctx.db, location, about.id);
  const outcome = isHeld ? "held" : check.outcome === "held" ? "released" : check.outcome;
  await store.saveCheck(ctx.db, location, about.id, { outcome, version: check.version, at: iso(ctx.now) });
  return outcome;
};

/**
 * Compares a visit with the watch lists again, in the transaction that locks or changes it; one whose type doesn't compare
 * visitors is passed over. A hit holds a visit that is pending; an approval isn't taken back.
 * @returns what comes of it; undefined for one that isn't compared
 */
export const compareAgain = async (
  ctx: RequestContext,
  location: string,
  { _id, visit_type, ...typed }: TypedPerson & { _id: string; visit_type: string | null },
): Promise<store.Outcome | undefined> => {
  if (!(await store.isComparing(ctx.db, location, visit_type))) return undefined;
  return recordAgain(ctx, location, { subject: "visit", id: _id }, await screen(ctx, location, typed));
};
