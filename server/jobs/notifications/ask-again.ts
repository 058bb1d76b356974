import type { RequestContext, RawJson } from "../../platform/http/request-context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { ErrorCode } from "../../../shared/error-codes.ts";
import { awaitsAnother, decidedCode } from "../../resources/visits/transitions.ts";
import { seeEndpoint } from "../../platform/lib/net/see-endpoint.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { HANDED_OVER } from "../../resources/visits/host-replies.ts";
import { UNNOTIFIED_START, readVisit } from "../../resources/visits/visits.ts";
import { ASK_AGAIN_MINUTES } from "../../../shared/ask-again.ts";
import { ASK_AGAIN_MAX } from "./contract.ts";
import { queueWithinLimits } from "./limits.ts";
import { approvalRequestsOf } from "./notices.ts";
import * as store from "./store.ts";

const PAUSE_MS = ASK_AGAIN_MINUTES * 60_000;

/** The log's actions that decide whether, and when, a host was asked. */
const ASKING = { quiet: UNNOTIFIED_START, handover: HANDED_OVER };

const HINT = seeEndpoint("POST /companies/{company_id}/visitors/{id}/ask");

const refused = (code: ErrorCode, why: string): Error =>
  badRequest(`"id" must be a visit that is awaiting approval: ${why}.${HINT}`, code, "id");

const checkWaits = ({ approval, signed_out, is_held }: store.PendingApproval): void => {
  if (approval !== "pending")
    throw refused(
      decidedCode(approval),
      approval === null ? "this one doesn't need approval" : `this one is ${approval}`,
    );
  if (signed_out !== null) throw refused("visitor_left", "this visitor has left");
  if (is_held) throw awaitsAnother("id");
};

const checkPause = ({ last, times }: store.Reminders, now: number): void => {
  if (times >= ASK_AGAIN_MAX)
    throw refused("asked_too_often", `its host has already been asked again ${times} times, the maximum`);
  const from = Date.parse(last) + PAUSE_MS;
  if (now < from)
    throw refused("asked_too_soon", `its host was asked a moment ago and can be asked again from ${iso(from)}`);
};

/**
 * Asks the host again for approval. The messages, the log entry and the check of the pause are one transaction under a
 * lock of the visit, so that of several calls at once only one asks. Errors: `400` if nothing is pending, too soon, too
 * often, or if neither host nor visit type has an address; `404`.
 */
export const askAgain = (ctx: RequestContext, location: string, id: string): Promise<RawJson> =>
  inTransaction(ctx, async (inner) => {
    const waiting = await store.lockPendingApproval(inner.db, location, id);
    if (waiting === undefined) throw notFound();
    checkWaits(waiting);
    checkPause(await store.findReminders(inner.db, location, id, ASKING), ctx.now);
    const seq = await store.recordReminder(inner, location, id);
    const requests = (await store.lockNotifiableVisits(inner.db, location, [seq])).flatMap((visit) =>
      approvalRequestsOf(visit, location),
    );
    if (requests.length === 0)
      throw refused(
        "no_approver_address",
        'there is no one to ask: "recipient_mail", the host\'s "mobile" and the visit type\'s "screening_mail" are missing or turned off',
      );
    await queueWithinLimits(inner.db, location, requests);
    return readVisit(inner, location, id);
  });

/** The current visit, for replays of the call. Errors: `404`. */
export const readAfterAsking = (ctx: RequestContext, location: string, id: string): Promise<RawJson> =>
  readVisit(ctx, location, id);
