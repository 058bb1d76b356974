import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as store from "./held-sign-ins-store.ts";

/** How long a sign-in can be taken back; while no message about it has been sent. */
const TAKE_BACK_MS = 60_000;

const checkOwn = (held: store.HeldSignIn, { principal, now }: RequestContext): void => {
  if (held.hasLeft) throw badRequest("This visitor has already signed out.", "visitor_left");
  if (held.begun === null || Date.parse(held.begun) < now - TAKE_BACK_MS)
    throw badRequest(
      "Only a sign-in in the console can be taken back, and only for a minute. Sign the visitor out instead, with POST /visitors/{visitorId}/signout.",
      "takeback_over",
    );
  if (held.userId !== principal._id)
    throw badRequest("Only the user who signed this visitor in can take it back.", "not_own_sign_in");
};

const checkUnsent = async ({ db }: RequestContext, location: string, id: string): Promise<void> => {
  const states = await store.lockMessages(db, location, id);
  if (states.some((state) => state === "sending" || state === "sent"))
    throw badRequest(
      "A message about this visit has been sent. Sign the visitor out instead, with POST /visitors/{visitorId}/signout.",
      "already_notified",
    );
};

/**
 * Takes a sign-in back: the visit is removed as if it had never begun. It is not counted, no message about it is sent, and a registered
 * visitor is as before. Receivers of events, which know that it began, get `visitor_signed_out` (rules 5.4). Errors: `400` for
 * the sign-in of another user, one that is over a minute old or not of the console, one whose message was sent, and a visitor who
 * has left; `404`.
 */
export const takeBack = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    // Statements of their own: what a change in progress adds is visible only to one that begins after it.
    const held = await store.lockHeldSignIn(inner.db, location, id);
    if (held === undefined) throw notFound();
    checkOwn(held, inner);
    await checkUnsent(inner, location, id);
    await store.restorePreRegistration(inner.db, location, id);
    await store.deleteTakenBack(inner, location, id, {
      location,
      action: "visit.take_back",
      events: ["visitor_signed_out"],
      subject: "visit",
    });
    return { message: "Sign-in taken back." };
  });

/** Forgets the sign-ins that can't be taken back any more. */
export const deleteOldHeldSignIns = ({ db, now }: Context): Promise<void> =>
  store.deleteHeldSignIns(db, iso(now() - TAKE_BACK_MS));
