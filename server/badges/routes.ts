import { locationOfId } from "../http/call.ts";
import type { Router } from "../http/routes.ts";
import { readBadge } from "./badges.ts";
import * as contract from "./contract.ts";

/** Badges as the desk prints them. */
export const badgeRoutes = ({ on }: Router): void => {
  on(contract.readBadge, async (call) =>
    readBadge(call, await locationOfId(call, call.params.visitorId), call.params.visitorId),
  );
};
