import { locationOfId } from "../../../platform/http/request-context.ts";
import type { Router } from "../../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { readTimeline } from "./timeline.ts";

/** The timeline of a visit. */
export const timelineRoutes = ({ on }: Router): void => {
  on(contract.readTimeline, async (call) =>
    readTimeline(call, await locationOfId(call, call.params.visitorId), call.params.visitorId),
  );
};
