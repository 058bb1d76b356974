import type { RequestContext, RawJson } from "../../platform/http/request-context.ts";
import { deleteIfMatch } from "../../platform/http/edge/conditional.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { ErrorCode } from "../../../shared/error-codes.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { withInstants } from "../../platform/http/input/location-dates.ts";
import { releaseUnchecked } from "../watch-checks/unchecked.ts";
import { findVisit, findVisitForChange } from "./store.ts";
import * as transitions from "./transitions-store.ts";
import { CONSOLE, fullVisit, readMany, timeOf } from "./visits.ts";

/**
 * Signs out; a closed visit is returned unchanged. Errors: `400` for a time before the start, `404`.
 * @param source where it is done: 0 console or API, 1 kiosk, 2 contactless
 */
export const signOut = async (
  ctx: RequestContext,
  location: string,
  id: string,
  given: string | undefined,
  source = CONSOLE,
): Promise<RawJson> => {
  const { signed_out } = await withInstants(ctx, location, { signed_out: given }, ["signed_out"]);
  const signedOut = signed_out === undefined ? null : timeOf("signed_out", signed_out, ctx.now);
  const closing = { signedOut, source, user: ctx.principal.name };
  const entry = { location, action: "visit.sign_out", events: ["visitor_signed_out"] as const, subject: "visit" };
  const closed = await transitions.closeVisit(ctx, { location, id, now: ctx.now }, closing, entry);
  const visit = await findVisitForChange(ctx.db, location, id);
  if (visit === undefined) throw notFound();
  if (closed === undefined && visit.signed_out === null)
    throw badRequest('"signed_out" must not be before "signed_in".', "wrong_order", "signed_out");
  return fullVisit(visit);
};

/** A decision; a rejection can have a reason. */
export type Decision = { approval: "approved" } | { approval: "rejected"; reason?: string | undefined };

const reasonOf = (decision: Decision): string | null =>
  (decision.approval === "rejected" && decision.reason?.trim()) || null;

/** Approves or rejects a pending visitor. @returns whether this call did it */
export const decideOnce = async (
  ctx: RequestContext,
  location: string,
  id: string,
  decision: Decision,
): Promise<boolean> => {
  const { approval } = decision;
  const entry = {
    location,
    action: `visit.${approval}`,
    events: [`visitor_screening_${approval}`] as const,
    subject: "visit",
  };
  const decided = { approval, reason: reasonOf(decision) };
  return (await transitions.decideVisit(ctx, { location, id, now: ctx.now }, decided, entry)) !== undefined;
};

const DECIDED_CODES: Record<string, ErrorCode> = { approved: "already_approved", rejected: "already_rejected" };

/** The error code if a visit can't be decided: it was already, or never needs to be. */
export const decidedCode = (approval: string | null): ErrorCode =>
  DECIDED_CODES[approval ?? ""] ?? "approval_not_needed";

/** The answer to every call on a visit that waits for the decision of another person. */
export const awaitsAnother = (field?: string): Error =>
  badRequest("This visit waits for the decision of another person.", "awaits_another_decision", field);

/**
 * Approves or rejects a pending visitor, once. Who decides hits can do so where the comparison failed. Errors: `400` if
 * the visit is not pending, or waits for another decision, `404`.
 */
export const decide = async (
  ctx: RequestContext,
  location: string,
  id: string,
  decision: Decision,
): Promise<RawJson> => {
  const decided =
    (await decideOnce(ctx, location, id, decision)) ||
    ((await releaseUnchecked(ctx, location, id)) && (await decideOnce(ctx, location, id, decision)));
  const visit = await findVisitForChange(ctx.db, location, id);
  if (visit === undefined) throw notFound();
  if (!decided && visit.approval === "pending") throw awaitsAnother();
  if (!decided)
    throw badRequest(
      visit.approval === null
        ? "This visit doesn't need approval."
        : `This visit has already been ${visit.approval}. This can't be changed.`,
      decidedCode(visit.approval),
    );
  return fullVisit(visit);
};

/** Marks visits safe or not, and returns them. */
export const markSafe = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
  safe: boolean,
): Promise<RawJson> => {
  await transitions.markVisitsSafe(ctx, location, ids, safe, {
    location,
    action: "visit.safe",
    events: ["visitor_updated"],
    subject: "visit",
  });
  return readMany(ctx, location, ids);
};

const lockWhole = async (ctx: RequestContext, location: string, id: string): Promise<RawJson | undefined> => {
  await transitions.lockVisits(ctx.db, location, [id]);
  const visit = await findVisit(ctx.db, location, id);
  return visit && fullVisit(visit);
};

const eraseAny = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    // Two statements: data that a change in progress adds, such as a photo, is visible only to a statement that begins
    // after it.
    await transitions.lockVisits(inner.db, location, [id]);
    const entry = { location, action: "visit.erase", subject: "visit" };
    if ((await transitions.deleteVisits(inner, location, [id], entry)) === 0) throw notFound();
    return { message: "Visit erased." };
  });

/** Erases a visit without a notification. Errors: `404`, `412`. */
export const erase = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    (inner) => lockWhole(inner, location, id),
    (inner) => eraseAny(inner, location, id),
  );

/**
 * Erases some old visits in the caller's transaction, which should be short.
 * @returns how many, and when the last of them began: visits still due began no earlier
 */
export const expire = async (
  ctx: RequestContext,
  location: string,
  old: transitions.ExpiryRange,
): Promise<{ erased: number; upTo: string }> => {
  const visits = await transitions.lockExpiredVisits(ctx.db, location, old);
  const ids = visits.map(({ _id }) => _id);
  const entry = { location, action: "visit.expire", subject: "visit" };
  const erased = ids.length === 0 ? 0 : await transitions.deleteVisits(ctx, location, ids, entry);
  return { erased, upTo: visits.at(-1)?.signed_in ?? old.from };
};

/** Erases visits again that a restored backup brought back. @returns how many there were */
export const reapplyErasure = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
): Promise<number> => {
  await transitions.lockVisits(ctx.db, location, ids);
  return transitions.deleteVisits(ctx, location, ids, { location, action: "visit.erase", subject: "visit" });
};

/** How many visits `expire` would erase. */
export const countExpired = (
  ctx: RequestContext,
  location: string,
  old: Omit<transitions.ExpiryRange, "limit">,
): Promise<number> => transitions.countExpiredVisits(ctx.db, location, old);
