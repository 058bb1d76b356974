import { type RequestContext, locationOfId, requireLocationClock } from "../../platform/http/request-context.ts";
import { requireLocation } from "../../platform/http/guard.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { change } from "./change.ts";
import { listReplies } from "./host-replies.ts";
import * as lists from "./lists.ts";
import { readPhoto, withPhoto } from "./photos.ts";
import * as transitions from "./transitions.ts";
import * as visits from "./visits.ts";

const again = async (ctx: RequestContext, id: string) => visits.read(ctx, await locationOfId(ctx, id), id);

/** Visits: start, read, change, sign out, decide, erase, mark safe; the inside lists and the visitor log. */
export const visitRoutes = ({ on }: Router): void => {
  on(
    contract.startVisit,
    async (call) => visits.fullVisit(await visits.start(call, requireLocation(call.location), call.body)),
    again,
  );
  on(contract.readVisit, async (call) =>
    visits.read(call, await locationOfId(call, call.params.visitorId), call.params.visitorId),
  );
  on(contract.readPhoto, async (call) =>
    readPhoto(call, await locationOfId(call, call.params.visitorId), call.params.visitorId),
  );
  on(contract.listHostReplies, (call) => listReplies(call, call.location));
  on(contract.listPhotos, (call) => withPhoto(call, call.location, call.query.ids));
  on(
    contract.changeVisit,
    async (call) => change(call, await locationOfId(call, call.params.visitorId), call.params.visitorId, call),
    again,
  );
  on(
    contract.signOut,
    async (call) =>
      transitions.signOut(
        call,
        await locationOfId(call, call.params.visitorId),
        call.params.visitorId,
        call.body.signed_out,
      ),
    again,
  );
  on(
    contract.approveVisit,
    async (call) =>
      transitions.decide(call, await locationOfId(call, call.params.visitorId), call.params.visitorId, {
        approval: "approved",
      }),
    again,
  );
  on(
    contract.rejectVisit,
    async (call) =>
      transitions.decide(call, await locationOfId(call, call.params.visitorId), call.params.visitorId, {
        approval: "rejected",
        reason: call.body.rejection_reason,
      }),
    again,
  );
  on(contract.eraseVisit, async (call) =>
    transitions.erase(call, await locationOfId(call, call.params.visitorId), call.params.visitorId),
  );
  on(
    contract.markSafe,
    (call) => transitions.markSafe(call, call.location, call.body.ids, call.body.safe ?? true),
    (call) => visits.readMany(call, call.location, call.body.ids),
  );
  on(contract.listInside, (call) => lists.listInside(call, requireLocationClock(call), call.query));
  on(contract.pageInside, (call) => lists.pageInside(call, requireLocationClock(call), call.query));
  on(contract.listLog, (call) => lists.listLog(call, requireLocationClock(call), call.query));
};
