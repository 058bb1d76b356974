import { REPLY_MINUTES } from "../../../shared/host-replies.ts";
import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RawJson, RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { optional } from "../../platform/lib/record/optional.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { listUnseenAnswers } from "./answers-contract.ts";
import { insideWindowOn } from "./lists.ts";
import * as store from "./shown-answers-store.ts";
import { readVisit } from "./visits.ts";

/** Records that a screen was given the answer to its visitor. */
export const show = (
  ctx: Pick<RequestContext, "db" | "now">,
  location: string,
  id: string,
  answer: store.VisitAnswer,
): Promise<void> => store.recordShown(ctx.db, { location, id, now: ctx.now }, answer);

/** The answers that visitors of kiosks and phones wait for, and that no screen has shown them: reception tells them. */
export const listUnseen = async (
  ctx: RequestContext,
  clock: LocationClock,
): Promise<Static<typeof listUnseenAnswers.response>> => {
  const { from, now } = insideWindowOn(clock, undefined, ctx.now);
  const repliesAfter = iso(ctx.now - REPLY_MINUTES * 60_000);
  const unseen = await store.listUnseen(ctx, clock._id, { from, now, repliesAfter });
  return unseen.map(({ visitor_id, at, approval, reply }) => ({
    visitor_id,
    at,
    ...optional("approval", approval),
    ...optional("reply", reply),
  }));
};

/** Records that reception has told the visitor. Errors: `404`. */
export const tell = async (ctx: RequestContext, location: string, id: string): Promise<RawJson> => {
  await store.recordTold(ctx, { location, id, now: ctx.now }, { location, action: "visit.tell", subject: "visit" });
  return readVisit(ctx, location, id);
};
