import { locationOfId } from "../../../platform/http/request-context.ts";
import type { Router } from "../../../platform/http/router.ts";
import { readBadge } from "./badges.ts";
import * as contract from "./contract.ts";

/** Badges, as reception prints them. */
export const badgeRoutes = ({ on }: Router): void => {
  on(contract.readBadge, async (call) =>
    readBadge(call, await locationOfId(call, call.params.visitorId), call.params.visitorId),
  );
};
