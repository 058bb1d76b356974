import type * as contract from "../../../server/areas/kiosk/contract.ts";
import type { EndpointsOf } from "../../shared/endpoints.ts";
import { makeCaller } from "../../visitor-flow/call.ts";
import type { DoorEndpoints } from "../../visitor-flow/endpoints.ts";
import { syncClock } from "./clock.ts";

/** The endpoints of a kiosk (docs/kiosks.md). */
export type KioskEndpoints = DoorEndpoints & EndpointsOf<typeof contract>;

const TIMEOUT_MS = 8000;

/**
 * Calls `/kiosk/api` with a credential, or without one. Never throws: a kiosk keeps working whatever the network does.
 */
export const call = makeCaller<KioskEndpoints>("/kiosk", {
  timeoutMs: () => TIMEOUT_MS,
  received: ({ headers }) => syncClock(headers.get("date")),
});
