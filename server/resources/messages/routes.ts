import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as outbox from "./outbox.ts";
import { resend } from "./resend.ts";

/** Messages: the outbox of a location, and resending failed ones. */
export const messageRoutes = ({ on }: Router): void => {
  on(contract.listOutbox, (call) => outbox.listMessages(call, call.location, call.query));
  on(
    contract.resendMessage,
    (call) => resend(call, call.location, call.params.id, call.body),
    (call, id) => outbox.readMessage(call, call.location, id),
  );
  on(contract.readOutboxHealth, (call) => outbox.health(call, call.location));
};
