import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import { removeRegisteredVisitor } from "../registered-visitors/removal.ts";
import { reply } from "../visits/host-replies.ts";
import { decide, signOut } from "../visits/transitions.ts";
import { readVisit } from "../visits/visits.ts";
import * as contract from "./contract.ts";
import { listOwn, locationOfOwn } from "./own-visitors.ts";

type VisitCall = RequestContext & { params: { visitorId: string } };

const visitOf = async (call: VisitCall): Promise<[location: string, id: string]> => {
  const { visitorId } = call.params;
  return [await locationOfOwn(call, "visits", visitorId), visitorId];
};
const replay = async (call: VisitCall) => readVisit(call, ...(await visitOf(call)));

/** The user's own visitors: list, decide, reply, sign out, cancel. */
export const ownVisitorRoutes = ({ on }: Router): void => {
  on(contract.listOwn, (call) => listOwn(call, call.query));
  on(contract.approveOwn, async (call) => decide(call, ...(await visitOf(call)), { approval: "approved" }), replay);
  on(
    contract.rejectOwn,
    async (call) =>
      decide(call, ...(await visitOf(call)), { approval: "rejected", reason: call.body.rejection_reason }),
    replay,
  );
  on(contract.signOutOwn, async (call) => signOut(call, ...(await visitOf(call)), undefined), replay);
  on(
    contract.replyToOwn,
    async (call) => {
      const [location, id] = await visitOf(call);
      await reply(call, location, id, call.body.reply);
      return readVisit(call, location, id);
    },
    replay,
  );
  on(contract.removeOwn, async ({ params: { id }, ...call }) =>
    removeRegisteredVisitor(call, await locationOfOwn(call, "registered_visitors", id), id),
  );
};
