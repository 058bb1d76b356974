import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as rejectedSyncs from "./rejected-syncs.ts";

/** Rejected sign-ins and sign-outs of kiosks: list, resend, discard. */
export const rejectedSyncRoutes = ({ on }: Router): void => {
  on(contract.listRejectedSyncs, async (call) =>
    paginate(await rejectedSyncs.listRejectedSyncs(call, call.location), call.query),
  );
  on(
    contract.resendRejectedSync,
    (call) => rejectedSyncs.resend(call, call.location, call.params.id),
    (call, id) => rejectedSyncs.readRejectedSync(call, call.location, id),
  );
  on(contract.discardRejectedSync, (call) => rejectedSyncs.discard(call, call.location, call.params.id));
};
