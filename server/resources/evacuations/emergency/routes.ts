import { requireLocationClock } from "../../../platform/http/request-context.ts";
import type { Router } from "../../../platform/http/router.ts";
import { sendEmergency } from "./contract.ts";
import { send } from "./emergency.ts";

/** The message in an emergency. The answer is counts, so a repetition is answered with those. */
export const emergencyRoutes = ({ on }: Router): void => {
  on(sendEmergency, (call) => send(call, requireLocationClock(call), call.body));
};
