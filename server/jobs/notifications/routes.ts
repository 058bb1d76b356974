import type { Router } from "../../platform/http/router.ts";
import { askAgain, readAfterAsking } from "./ask-again.ts";
import * as contract from "./contract.ts";

/** Reception can ask a host again for approval. */
export const notificationRoutes = ({ on }: Router): void => {
  on(
    contract.askAgain,
    (call) => askAgain(call, call.location, call.params.id),
    (call, id) => readAfterAsking(call, call.location, id),
  );
};
