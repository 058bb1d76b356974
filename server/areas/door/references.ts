import type { Db, Statement } from "../../platform/db/database.ts";
import { wrongAnswer } from "./answers.ts";
import type { SignInPoint } from "./door.ts";
import { UNKNOWN, type VisitRecognition } from "./visit-recognition.ts";

/**
 * What a reference belongs to. `own`: it was made in the area that asks, at a kiosk or on a phone. `foreign`: in the
 * other one. Neither: on a phone, before phones had a namespace of their own.
 */
export type Ref = VisitRecognition & { act: "in" | "out"; visit_id: string; own: boolean; foreign: boolean };

type RefScope = Pick<SignInPoint, "location" | "source">;

/**
 * A reference as stored. Phones have their own namespace: a badge that a kiosk printed offline shows its reference, and
 * a phone's request with that reference must neither read the sign-in nor take its place before it arrives.
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

/** Takes a reference for this transaction; another call with it waits here. @returns false if it was used before */
export const claimRef = async (db: Db, point: RefScope, ref: string, act: Ref["act"]): Promise<boolean> =>
  (await db.named(CLAIM, [point.location, storedRef(point, ref), act])).length > 0;

/** Records which visit a claimed reference led to, and which fields responses about it may show from now on. */
export const completeRef = async (
  db: Db,
  point: RefScope,
  ref: string,
  { visit, how, shown }: VisitRecognition & { visit: string },
): Promise<void> => {
  await db.named(SETTLE, [point.location, storedRef(point, ref), visit, how, shown]);
};

/** The earlier use of a reference; one of the other area shows nothing. */
export const findRef = async (db: Db, point: RefScope, ref: string): Promise<Ref | undefined> => {
  const [row] = await db.named<Ref>(RECALL, [point.location, storedRef(point, ref), ref]);
  return row === undefined || row.own ? row : { ...row, ...UNKNOWN };
};

/**
 * The earlier use of this request's own reference. Errors: `400` on a phone for a kiosk's reference: a badge printed
 * offline shows it to everyone, and a replay would reveal when its wearer came, and sign them out.
 */
export const findOwnRef = async (db: Db, point: RefScope, ref: string): Promise<Ref | undefined> => {
  const found = await findRef(db, point, ref);
  if (found?.foreign) throw wrongAnswer("client_ref", "was already used at a kiosk. Each request needs its own.");
  return found;
};
