import type { Db, Statement } from "../../platform/db/database.ts";
import { wrongAnswer } from "./answers.ts";
import type { SignInPoint } from "./door.ts";
import { UNKNOWN, type VisitRecognition } from "./visit-recognition.ts";

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
export const claimRef = async (db: Db, point: RefScope, ref: string, act: Ref["act"]): Promise<boolean> =>
  (await db.named(CLAIM, [point.location, storedRef(point, ref), act])).length > 0;

/** Says which visit a claimed reference led to, and what answers about it may show from now on. */
export const completeRef = async (
  db: Db,
  point: RefScope,
  ref: string,
  { visit, how, shown }: VisitRecognition & { visit: string },
): Promise<void> => {
  await db.named(SETTLE, [point.location, storedRef(point, ref), visit, how, shown]);
};

/** What a reference was used for; one that is not the area's own shows nothing. */
export const findRef = async (db: Db, point: RefScope, ref: string): Promise<Ref | undefined> => {
  const [row] = await db.named<Ref>(RECALL, [point.location, storedRef(point, ref), ref]);
  return row === undefined || row.own ? row : { ...row, ...UNKNOWN };
};

/**
 * What the reference of this very request was used for before. Errors: `400` at a poster for one that a kiosk used: a badge printed
 * without network shows it to all, and a repetition would tell when its wearer came, and sign them out.
 */
export const findOwnRef = async (db: Db, point: RefScope, ref: string): Promise<Ref | undefined> => {
  const found = await findRef(db, point, ref);
  if (found?.foreign) throw wrongAnswer("client_ref", "was already used at a kiosk. Each request needs its own.");
  return found;
};
