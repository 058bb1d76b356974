import { requireLocationClock } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import * as audit from "./audit.ts";
import * as contract from "./contract.ts";
import { checkSeals } from "./check-seals.ts";

/** The audit log of a location, and whether it is unchanged. */
export const auditRoutes = ({ on }: Router): void => {
  on(contract.listAudit, (call) => audit.listAuditEntries(call, requireLocationClock(call), call.query));
  on(contract.readAudit, (call) => audit.readAuditEntry(call, call.location, call.params.id));
  on(contract.checkSeals, (call) => checkSeals(call, call.location, call.query.after));
};
