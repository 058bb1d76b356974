import type { Db, Statement } from "../db/database.ts";
import type { Desk } from "./door.ts";

/**
 * What is known of who made a visit or ended it: `typed` (nothing but their own answers), the `code` of an invitation, a `badge`,
 * a `name` alone, the `reference` of the sign-in; `desk` for a visit of the console or the API. `unknown`: from before it was stored.
 */
export type How = "typed" | "code" | "badge" | "name" | "reference" | "desk" | "unknown";

/** Stands for every field in a list of those that may be shown; no field is called so. */
const EVERYTHING = "*";

/** The fields of a visit that an answer may show, by name. */
export type Fields = readonly string[];
export const ALL_FIELDS: Fields = [EVERYTHING];
export const NO_FIELDS: Fields = [];
export const NAMED: Fields = ["first_name", "last_name"];
/** What all who see a badge can read on it. */
export const ON_BADGE: Fields = [...NAMED, "company", "recipient"];

/** Whether nothing of the visit is kept from the answer. */
export const isWhole = (fields: Fields): boolean => fields.includes(EVERYTHING);

/** Those of `fields` that may be shown. */
export const among = (fields: Fields, shown: Fields): Fields =>
  isWhole(shown) ? fields : fields.filter((name) => shown.includes(name));

/** How the visitor of a visit was recognised, and what any answer about it may show. */
export type VisitRecognition = { how: How; shown: Fields };
const UNKNOWN: VisitRecognition = { how: "unknown", shown: NO_FIELDS };

/** What a reference stands for. `own`: it was made in the area that asks, at a kiosk or at a poster. */
export type Ref = VisitRecognition & { act: "in" | "out"; visit_id: string; own: boolean };

type Place = Pick<Desk, "location" | "source">;

/**
 * How a reference is stored. Phones have a space of their own: a badge that a kiosk printed without network shows its reference, and
 * a request at a poster with that reference must neither read the sign-in nor take its place before it arrives.
 */
export const storedRef = ({ source }: Pick<Desk, "source">, ref: string): string =>
  source === 2 ? `phone:${ref}` : ref;

const CLAIM: Statement = {
  name: "claim-client-ref",
  text: `insert into client_refs (company_id, ref, act, visit_id) values ($1, $2, $3, '') on conflict do nothing returning ref`,
};
const SETTLE: Statement = {
  name: "settle-client-ref",
  text: "update client_refs set visit_id = $3, how = $4, shown = $5 where company_id = $1 and ref = $2",
};
const RECALL: Statement = {
  name: "recall-client-ref",
  text: `select act, visit_id, how, shown, ref = $2 as own from client_refs
where company_id = $1 and ref in ($2, $3) order by own desc limit 1`,
};

/** Takes a reference for this transaction; another call with it waits here. @returns false when it was used before */
export const claimRef = async (db: Db, place: Place, ref: string, act: Ref["act"]): Promise<boolean> =>
  (await db.named(CLAIM, [place.location, storedRef(place, ref), act])).length > 0;

/** Says which visit a claimed reference led to, and what answers about it may show from now on. */
export const settleRef = async (
  db: Db,
  place: Place,
  ref: string,
  { visit, how, shown }: VisitRecognition & { visit: string },
): Promise<void> => {
  await db.named(SETTLE, [place.location, storedRef(place, ref), visit, how, shown]);
};

/** What a reference was used for; one that a kiosk used shows nothing at a poster. */
export const recallRef = async (db: Db, place: Place, ref: string): Promise<Ref | undefined> => {
  const [row] = await db.named<Ref>(RECALL, [place.location, storedRef(place, ref), ref]);
  return row === undefined || row.own ? row : { ...row, ...UNKNOWN };
};

const OF_VISIT: Statement = {
  name: "find-how-recognised",
  text: `select v.signed_in_source as source, r.how, r.shown from visits v
left join client_refs r on r.company_id = v.company_id and r.ref = v.client_ref and r.act = 'in'
where v.company_id = $1 and v._id = $2`,
};

/** How the visitor of a visit was recognised; undefined when there is no such visit. */
export const findVisitRecognition = async (
  db: Db,
  location: string,
  visit: string,
): Promise<VisitRecognition | undefined> => {
  const [row] = await db.named<{ source: number; how: How | null; shown: string[] | null }>(OF_VISIT, [
    location,
    visit,
  ]);
  if (row === undefined) return undefined;
  if (row.source === 0) return { how: "desk", shown: ALL_FIELDS };
  return { how: row.how ?? UNKNOWN.how, shown: row.shown ?? UNKNOWN.shown };
};
