import type { Db, Statement } from "../../platform/db/database.ts";
import { wrongAnswer } from "./answers.ts";
import type { SignInPoint } from "./door.ts";

/**
 * What is known of who made a visit or ended it: `typed` (nothing but their own answers), the `code` of an invitation, a `badge`,
 * a `name` alone, the `reference` of the sign-in; `desk` for a visit of the console or the API. `unknown`: from before it was stored.
 */
export type RecognitionMethod = "typed" | "code" | "badge" | "name" | "reference" | "desk" | "unknown";

/** Stands for every field in a list of those that may be shown; no field is called so. */
const EVERYTHING = "*";

/** The fields of a visit that an answer may show, by name. */
export type Fields = readonly string[];
export const ALL_FIELDS: Fields = [EVERYTHING];
export const NO_FIELDS: Fields = [];
export const NAME_FIELDS: Fields = ["first_name", "last_name"];
/** What all who see a badge can read on it. */
export const BADGE_FIELDS: Fields = [...NAME_FIELDS, "company", "recipient"];

/** Whether nothing of the visit is kept from the answer. */
export const showsAllFields = (fields: Fields): boolean => fields.includes(EVERYTHING);

/** Those of `fields` that may be shown. */
export const visibleAmong = (fields: Fields, shown: Fields): Fields =>
  showsAllFields(shown) ? fields : fields.filter((name) => shown.includes(name));

/** How the visitor of a visit was recognised, and what any answer about it may show. */
export type VisitRecognition = { how: RecognitionMethod; shown: Fields };
const UNKNOWN: VisitRecognition = { how: "unknown", shown: NO_FIELDS };

/**
 * What a reference stands for. `own`: it was made in the area that asks, at a kiosk or at a poster. `foreign`: in the other one.
 * Neither: by a phone, before phones had a space of their own.
 */
export type Ref = VisitRecognition & { act: "in" | "out"; visit_id: string; own: boolean; foreign: boolean };

type RefScope = Pick<SignInPoint, "location" | "source">;

/**
 * How a reference is stored. Phones have a space of their own: a badge that a kiosk printed without network shows its reference, and
 * a request at a poster with that reference must neither read the sign-in nor take its place before it arrives.
 */
export const storedRef = ({ source }: Pick<SignInPoint, "source">, ref: string): string =>
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
  text: `select r.act, r.visit_id, r.how, r.shown, r.ref = $2 as own,
  r.ref <> $2 and case r.act when 'in' then v.signed_in_source else v.signed_out_source end is distinct from 2 as foreign
from client_refs r left join visits v on v.company_id = r.company_id and v._id = r.visit_id
where r.company_id = $1 and r.ref in ($2, $3) order by own desc limit 1`,
};

/** Takes a reference for this transaction; another call with it waits here. @returns false when it was used before */
export const claimRef = async (db: Db, place: RefScope, ref: string, act: Ref["act"]): Promise<boolean> =>
  (await db.named(CLAIM, [place.location, storedRef(place, ref), act])).length > 0;

/** Says which visit a claimed reference led to, and what answers about it may show from now on. */
export const completeRef = async (
  db: Db,
  place: RefScope,
  ref: string,
  { visit, how, shown }: VisitRecognition & { visit: string },
): Promise<void> => {
  await db.named(SETTLE, [place.location, storedRef(place, ref), visit, how, shown]);
};

/** What a reference was used for; one that is not the area's own shows nothing. */
export const findRef = async (db: Db, place: RefScope, ref: string): Promise<Ref | undefined> => {
  const [row] = await db.named<Ref>(RECALL, [place.location, storedRef(place, ref), ref]);
  return row === undefined || row.own ? row : { ...row, ...UNKNOWN };
};

/**
 * What the reference of this very request was used for before. Errors: `400` at a poster for one that a kiosk used: a badge printed
 * without network shows it to all, and a repetition would tell when its wearer came, and sign them out.
 */
export const findOwnRef = async (db: Db, place: RefScope, ref: string): Promise<Ref | undefined> => {
  const found = await findRef(db, place, ref);
  if (found?.foreign) throw wrongAnswer("client_ref", "was already used at a kiosk. Each request needs its own.");
  return found;
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
  const [row] = await db.named<{ source: number; how: RecognitionMethod | null; shown: string[] | null }>(OF_VISIT, [
    location,
    visit,
  ]);
  if (row === undefined) return undefined;
  if (row.source === 0) return { how: "desk", shown: ALL_FIELDS };
  return { how: row.how ?? UNKNOWN.how, shown: row.shown ?? UNKNOWN.shown };
};
