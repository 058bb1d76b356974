import { placeOf } from "../http/call.ts";
import type { Router } from "../http/routes.ts";
import * as audit from "./audit.ts";
import * as contract from "./contract.ts";

/** The audit log of a location. */
export const auditRoutes = ({ on }: Router): void => {
  on(contract.listAudit, (call) => audit.list(call, placeOf(call), call.query));
};
