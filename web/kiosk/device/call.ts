import { callJson, type CallOptions, type CallResult } from "../../visitor-flow/call.ts";
import { syncClock } from "./clock.ts";

const TIMEOUT_MS = 8000;

/**
 * Calls `/kiosk/api` (docs/kiosks.md). Never throws: a kiosk stands there whatever the network does.
 * @param path below `/kiosk/api`
 */
export const call = <T>(
  method: "GET" | "POST",
  path: string,
  options: Pick<CallOptions, "credential" | "body"> = {},
): Promise<CallResult<T>> =>
  callJson(method, `/kiosk/api${path}`, {
    ...options,
    timeoutMs: TIMEOUT_MS,
    received: ({ headers }) => syncClock(headers.get("date")),
  });
