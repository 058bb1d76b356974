import { locationOfId, requireLocation } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as hosts from "./hosts.ts";
import { upload } from "./upload.ts";

/** Hosts: list, create, read, change, remove, and the bulk upload of external ones. */
export const hostRoutes = ({ on }: Router): void => {
  on(contract.listHosts, (call) => hosts.listHosts(call, call.location, call.query));
  on(
    contract.createHost,
    (call) => hosts.createHost(call, requireLocation(call.location), call.body),
    async (call, id) => hosts.readHost(call, await locationOfId(call, id), id),
  );
  on(contract.readHost, async (call) => hosts.readHost(call, await locationOfId(call, call.params.id), call.params.id));
  on(
    contract.changeHost,
    async (call) => hosts.updateHost(call, await locationOfId(call, call.params.id), call.params.id, call),
    async (call, id) => hosts.readHost(call, await locationOfId(call, id), id),
  );
  on(contract.removeHost, async (call) =>
    hosts.removeHost(call, await locationOfId(call, call.params.id), call.params.id),
  );
  on(contract.countExternalHosts, (call) => hosts.countExternal(call, call.location));
  on(contract.uploadHosts, (call) => upload(call, call.location, call.body, call.query.confirm ?? false));
};
