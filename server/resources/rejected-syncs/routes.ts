import { paginate } from "../../platform/http/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as undelivered from "./rejected-syncs.ts";

/** What kiosks could not deliver: list, send again, discard. */
export const rejectedSyncRoutes = ({ on }: Router): void => {
  on(contract.listRejectedSyncs, async (call) => paginate(await undelivered.list(call, call.location), call.query));
  on(
    contract.resendRejectedSync,
    (call) => undelivered.resend(call, call.location, call.params.id),
    (call, id) => undelivered.read(call, call.location, id),
  );
  on(contract.discardRejectedSync, (call) => undelivered.discard(call, call.location, call.params.id));
};
