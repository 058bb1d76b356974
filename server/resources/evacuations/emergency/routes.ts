import { requireLocationClock } from "../../../platform/http/request-context.ts";
import type { Router } from "../../../platform/http/router.ts";
import { sendEmergency } from "./contract.ts";
import { send } from "./emergency.ts";

/** The emergency message. Its response is counts, so a replay returns the same counts. */
export const emergencyRoutes = ({ on }: Router): void => {
  on(sendEmergency, (call) => send(call, requireLocationClock(call), call.body));
};
