import type { Router } from "../../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as invitations from "./invitations.ts";

/** Invitations of registered visitors. The answer is counts, so a repetition is answered with those. */
export const invitationRoutes = ({ on }: Router): void => {
  on(contract.sendInvites, (call) => invitations.send(call, call.location, call.body));
};
