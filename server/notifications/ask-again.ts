import type { Act, ReadyJson } from "../http/call.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { iso } from "../lib/time.ts";
import { queueMessages } from "../messages/queue.ts";
import { QUIET_START, read } from "../visits/visits.ts";
import { ASK_AGAIN_MAX, ASK_AGAIN_MINUTES } from "./contract.ts";
import { questionsOf } from "./notices.ts";
import * as store from "./store.ts";

const PAUSE_MS = ASK_AGAIN_MINUTES * 60_000;

const LOOK = "See POST /companies/{company_id}/visitors/{id}/ask in /api/openapi.json.";

const refused = (why: string): Error =>
  badRequest(`"id" must name a visit that waits for a decision: ${why}. ${LOOK}`, "wrong_state", "id");

const checkWaits = ({ approval, signed_out }: store.Waiting): void => {
  if (approval !== "pending") throw refused(approval === null ? "this one is not screened" : `this one is ${approval}`);
  if (signed_out !== null) throw refused("this visitor has left");
};

const checkPause = ({ last, times }: store.Asked, now: number): void => {
  if (times >= ASK_AGAIN_MAX) throw refused(`its host was asked again ${times} times, which is the most`);
  const from = Date.parse(last) + PAUSE_MS;
  if (now < from) throw refused(`its host was asked a moment ago, and can be asked again from ${iso(from)}`);
};

/**
 * Asks the host again to decide. The messages, the entry in the log and the check of the pause are one transaction under a lock of
 * the visit: of calls side by side one asks. Errors: `400` when nothing waits, too soon, too often, or when there is nobody to
 * ask; `404`.
 */
export const askAgain = (act: Act, location: string, id: string): Promise<ReadyJson> =>
  together(act, async (inner) => {
    const waiting = await store.holdWaiting(inner.db, location, id);
    if (waiting === undefined) throw notFound();
    checkWaits(waiting);
    checkPause(await store.findAsked(inner.db, location, id, QUIET_START), act.now);
    const seq = await store.noteAsked(inner, location, id);
    const questions = (await store.holdTold(inner.db, location, [seq])).flatMap((told) => questionsOf(told, location));
    if (questions.length === 0)
      throw refused(
        'nobody can be asked: "recipient_mail", the host\'s "mobile" and the visit type\'s "screening_mail" are missing or switched off',
      );
    await queueMessages(inner.db, questions);
    return read(inner, location, id);
  });

/** The visit as it is now, for the same call made again. Errors: `404`. */
export const readAsked = (act: Act, location: string, id: string): Promise<ReadyJson> => read(act, location, id);
