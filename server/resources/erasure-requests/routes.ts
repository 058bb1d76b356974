import { paginate } from "../../platform/http/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as requests from "./erasure-requests.ts";

/** Requests to be erased: list, confirm, decline. A confirmation answers with a message, so a repetition gets that. */
export const erasureRequestRoutes = ({ on }: Router): void => {
  on(contract.listErasureRequests, async (call) => paginate(await requests.list(call, call.location), call.query));
  on(contract.confirmErasure, (call) => requests.confirm(call, call.location, call.params.id));
  on(
    contract.declineErasure,
    (call) => requests.decline(call, call.location, call.params.id),
    (call, id) => requests.read(call, call.location, id),
  );
};
