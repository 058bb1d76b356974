import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as outbox from "./outbox.ts";

/** Messages: the outbox of a location. */
export const messageRoutes = ({ on }: Router): void => {
  on(contract.listOutbox, (call) => outbox.list(call, call.location, call.query));
  on(contract.readOutboxHealth, (call) => outbox.health(call, call.location));
};
