import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as devices from "./devices.ts";

/** Devices: list, pair, read, change, remove. */
export const deviceRoutes = ({ on }: Router): void => {
  on(contract.listDevices, async (call) => paginate(await devices.list(call, call.location), call.query));
  on(
    contract.addDevice,
    (call) => devices.add(call, call.location, call.body),
    (call, id) => devices.read(call, call.location, id),
  );
  on(contract.readDevice, (call) => devices.read(call, call.location, call.params.id));
  on(
    contract.changeDevice,
    (call) => devices.update(call, call.location, call.params.id, call),
    (call, id) => devices.read(call, call.location, id),
  );
  on(contract.removeDevice, (call) => devices.remove(call, call.location, call.params.id));
};
