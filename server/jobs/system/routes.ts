import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { status } from "./system.ts";
import { recordTest, sendTest } from "./test-message.ts";

/** The installation: its state, and test messages. */
export const systemRoutes = ({ on, onOutbound }: Router): void => {
  on(contract.readSystem, (call) => status(call));
  onOutbound(contract.sendTestMessage, {
    callOut: (call) => sendTest(call, call.body),
    handler: (call, outcome) => recordTest(call, call.body.kind, outcome),
  });
};
