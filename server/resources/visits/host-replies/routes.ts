import type { Router } from "../../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { listReplies } from "./host-replies.ts";

/** What hosts reply to the visitors who wait for them. */
export const hostReplyRoutes = ({ on }: Router): void => {
  on(contract.listHostReplies, (call) => listReplies(call, call.location));
};
