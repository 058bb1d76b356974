import type { Act, ReadyJson } from "../http/call.ts";
import { removeMatched } from "../http/conditional.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { withInstants } from "../locations/dates.ts";
import { findVisit, findVisitForChange } from "./store.ts";
import * as transitions from "./transitions-store.ts";
import { CONSOLE, fullVisit, readMany, timeOf } from "./visits.ts";

/**
 * Signs out; a closed visit is answered as it is. Errors: `400` for a time before the start, `404`.
 * @param source where it is done: 0 console or API, 1 kiosk, 2 contactless
 */
export const signOut = async (
  act: Act,
  location: string,
  id: string,
  given: string | undefined,
  source = CONSOLE,
): Promise<ReadyJson> => {
  const { signed_out } = await withInstants(act, location, { signed_out: given }, ["signed_out"]);
  const signedOut = signed_out === undefined ? null : timeOf("signed_out", signed_out, act.now);
  const closing = { signedOut, source, user: act.who.name };
  const entry = { location, act: "visit.sign_out", events: ["visitor_signed_out"] as const, subject: "visit" };
  const closed = await transitions.closeVisit(act, { location, id, now: act.now }, closing, entry);
  const visit = await findVisitForChange(act.db, location, id);
  if (visit === undefined) throw notFound();
  if (closed === undefined && visit.signed_out === null)
    throw badRequest('"signed_out" must not be before "signed_in".', "wrong_order", "signed_out");
  return fullVisit(visit);
};

/** Approves or rejects a screened visitor who is pending. @returns whether it was this call that did */
export const decideOnce = async (
  act: Act,
  location: string,
  id: string,
  approval: "approved" | "rejected",
): Promise<boolean> => {
  const entry = {
    location,
    act: `visit.${approval}`,
    events: [`visitor_screening_${approval}`] as const,
    subject: "visit",
  };
  return (await transitions.decideVisit(act, { location, id, now: act.now }, approval, entry)) !== undefined;
};

/** Approves or rejects a screened visitor, once. Errors: `400` when it is not pending, `404`. */
export const decide = async (
  act: Act,
  location: string,
  id: string,
  approval: "approved" | "rejected",
): Promise<ReadyJson> => {
  const decided = await decideOnce(act, location, id, approval);
  const visit = await findVisitForChange(act.db, location, id);
  if (visit === undefined) throw notFound();
  if (!decided)
    throw badRequest(
      visit.approval === null
        ? "This visit is not screened, so there is nothing to decide."
        : `This visit is already ${visit.approval}; a decision is final.`,
      "wrong_state",
    );
  return fullVisit(visit);
};

/** Marks visits safe or not, and answers with them as they are now. */
export const markSafe = async (
  act: Act,
  location: string,
  ids: readonly string[],
  safe: boolean,
): Promise<ReadyJson> => {
  await transitions.markVisitsSafe(act, location, ids, safe, {
    location,
    act: "visit.safe",
    events: ["visitor_updated"],
    subject: "visit",
  });
  return readMany(act, location, ids);
};

const lockWhole = async (act: Act, location: string, id: string): Promise<ReadyJson | undefined> => {
  await transitions.lockVisits(act.db, location, [id]);
  const visit = await findVisit(act.db, location, id);
  return visit && fullVisit(visit);
};

const eraseAny = (act: Act, location: string, id: string): Promise<{ message: string }> =>
  together(act, async (inner) => {
    // Two statements: what a change under way adds, such as a photo, is seen only by one that begins after it has ended.
    await transitions.lockVisits(inner.db, location, [id]);
    const entry = { location, act: "visit.erase", subject: "visit" };
    if ((await transitions.deleteVisits(inner, location, [id], entry)) === 0) throw notFound();
    return { message: "The visit was erased." };
  });

/** Erases a visit; nothing is told to anybody. Errors: `404`, `412`. */
export const erase = (act: Act, location: string, id: string): Promise<{ message: string }> =>
  removeMatched(
    act,
    (inner) => lockWhole(inner, location, id),
    (inner) => eraseAny(inner, location, id),
  );

/**
 * Erases some old visits in the transaction it is called in, which should be a short one.
 * @returns how many, and when the last of them began: what is still due began no earlier
 */
export const expire = async (
  act: Act,
  location: string,
  old: transitions.Old,
): Promise<{ erased: number; upTo: string }> => {
  const visits = await transitions.lockOldVisits(act.db, location, old);
  const ids = visits.map(({ _id }) => _id);
  const entry = { location, act: "visit.expire", subject: "visit" };
  const erased = ids.length === 0 ? 0 : await transitions.deleteVisits(act, location, ids, entry);
  return { erased, upTo: visits.at(-1)?.signed_in ?? old.from };
};

/** Erases again what a restored backup brought back. @returns how many of them there were */
export const eraseAgain = async (act: Act, location: string, ids: readonly string[]): Promise<number> => {
  await transitions.lockVisits(act.db, location, ids);
  return transitions.deleteVisits(act, location, ids, { location, act: "visit.erase", subject: "visit" });
};

/** How many visits `expire` would erase. */
export const countExpired = (act: Act, location: string, old: Omit<transitions.Old, "limit">): Promise<number> =>
  transitions.countOldVisits(act.db, location, old);
