import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { status } from "./system.ts";
import { sendTest } from "./test-message.ts";

/** The installation itself: what the server knows of it, and a message to try. */
export const systemRoutes = ({ on, onOutbound }: Router): void => {
  on(contract.readSystem, (call) => status(call));
  onOutbound(contract.sendTestMessage, {
    outside: (call) => sendTest(call, call.body),
    handler: async (_call, outcome) => outcome,
    // A test is sent once for a key; what became of it isn't kept.
    again: async () => ({ accepted: true }),
  });
};
