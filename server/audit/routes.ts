import { placeOf } from "../http/call.ts";
import type { Router } from "../http/routes.ts";
import * as audit from "./audit.ts";
import * as contract from "./contract.ts";
import { checkSeals } from "./seal-state.ts";

/** The audit log of a location, and whether it is as it was written. */
export const auditRoutes = ({ on }: Router): void => {
  on(contract.listAudit, (call) => audit.list(call, placeOf(call), call.query));
  on(contract.checkSeals, (call) => checkSeals(call, call.location, call.query.after));
};
