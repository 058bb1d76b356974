import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as requests from "./erasure-requests.ts";

/** Erasure requests: list, confirm, decline. A confirmation answers with a message, and so does a replay of it. */
export const erasureRequestRoutes = ({ on }: Router): void => {
  on(contract.listErasureRequests, async (call) =>
    paginate(await requests.listErasureRequests(call, call.location), call.query),
  );
  on(contract.confirmErasure, (call) => requests.confirm(call, call.location, call.params.id));
  on(
    contract.declineErasure,
    (call) => requests.decline(call, call.location, call.params.id),
    (call, id) => requests.readErasureRequest(call, call.location, id),
  );
};
