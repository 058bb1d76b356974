import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import * as actions from "./actions.ts";
import * as contract from "./contract.ts";
import { changeSettings, readSettings } from "./settings.ts";
import { listOwn } from "./own-visitors.ts";

const replay = (ctx: RequestContext, id: string) => actions.readVisit(ctx, id);

/** The user's own visitors: list, decide, reply, sign out, cancel, and who stands in. */
export const ownVisitorRoutes = ({ on }: Router): void => {
  on(contract.listOwn, (call) => listOwn(call, call.query));
  on(contract.approveOwn, (call) => actions.decide(call, call.params.visitorId, { approval: "approved" }), replay);
  on(
    contract.rejectOwn,
    (call) => actions.decide(call, call.params.visitorId, { approval: "rejected", reason: call.body.rejection_reason }),
    replay,
  );
  on(contract.signOutOwn, (call) => actions.signOut(call, call.params.visitorId), replay);
  on(contract.replyToOwn, (call) => actions.reply(call, call.params.visitorId, call.body.reply), replay);
  on(contract.readOwnSettings, (call) => readSettings(call));
  on(
    contract.changeOwnSettings,
    (call) => changeSettings(call, call),
    (call) => readSettings(call),
  );
  on(contract.removeOwn, (call) => actions.cancel(call, call.params.id));
};
