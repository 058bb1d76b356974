import type { Router } from "../../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as invitations from "./invitations.ts";

/** Invitations of registered visitors. The response is counts, so a replay returns the same counts. */
export const invitationRoutes = ({ on }: Router): void => {
  on(contract.sendInvites, (call) => invitations.send(call, call.location, call.body));
};
