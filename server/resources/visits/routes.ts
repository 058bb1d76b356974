import {
  type RequestContext,
  locationOfId,
  requireLocation,
  requireLocationClock,
} from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import * as answers from "./answers-contract.ts";
import * as contract from "./contract.ts";
import { changeVisit } from "./change.ts";
import { listReplies } from "./host-replies.ts";
import * as lists from "./lists.ts";
import { readPhoto, withPhoto } from "./photos.ts";
import { listUnseen, tell } from "./shown-answers.ts";
import { takeBack } from "./take-back.ts";
import * as transitions from "./transitions.ts";
import * as visits from "./visits.ts";

type VisitCall = RequestContext & { params: { visitorId: string } };

/** The location and the ID of the visit in the path. Errors: the `404` for a missing visit. */
const visitOf = async (call: VisitCall): Promise<[location: string, id: string]> => [
  await locationOfId(call, call.params.visitorId),
  call.params.visitorId,
];

const replayVisit = async (ctx: RequestContext, id: string) => visits.readVisit(ctx, await locationOfId(ctx, id), id);

/** Visits: start, read, change, sign out, approve or reject, erase, mark safe; the inside lists and the visitor log. */
export const visitRoutes = ({ on }: Router): void => {
  on(
    contract.startVisit,
    async (call) => visits.fullVisit(await visits.start(call, requireLocation(call.location), call.body)),
    replayVisit,
  );
  on(contract.readVisit, async (call) => visits.readVisit(call, ...(await visitOf(call))));
  on(contract.readPhoto, async (call) => readPhoto(call, ...(await visitOf(call))));
  on(answers.listHostReplies, (call) => listReplies(call, call.location));
  on(answers.listUnseenAnswers, (call) => listUnseen(call, requireLocationClock(call)));
  on(answers.tellAnswer, async (call) => tell(call, ...(await visitOf(call))), replayVisit);
  on(contract.listPhotos, (call) => withPhoto(call, call.location, call.query.ids));
  on(contract.changeVisit, async (call) => changeVisit(call, ...(await visitOf(call)), call), replayVisit);
  on(
    contract.signOut,
    async (call) => transitions.signOut(call, ...(await visitOf(call)), call.body.signed_out),
    replayVisit,
  );
  on(contract.takeBackVisit, async (call) => takeBack(call, ...(await visitOf(call))));
  on(
    contract.approveVisit,
    async (call) => transitions.decide(call, ...(await visitOf(call)), { approval: "approved" }),
    replayVisit,
  );
  on(
    contract.rejectVisit,
    async (call) =>
      transitions.decide(call, ...(await visitOf(call)), {
        approval: "rejected",
        reason: call.body.rejection_reason,
      }),
    replayVisit,
  );
  on(contract.eraseVisit, async (call) => transitions.erase(call, ...(await visitOf(call))));
  on(
    contract.markSafe,
    (call) => transitions.markSafe(call, call.location, call.body.ids, call.body.safe ?? true),
    (call) => visits.readMany(call, call.location, call.body.ids),
  );
  on(contract.listInside, (call) => lists.listInside(call, requireLocationClock(call), call.query));
  on(contract.pageInside, (call) => lists.pageInside(call, requireLocationClock(call), call.query));
  on(contract.listLog, (call) => lists.listLog(call, requireLocationClock(call), call.query));
};
