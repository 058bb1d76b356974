import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as devices from "./devices.ts";

/** Devices: list, pair, read, change, remove. */
export const deviceRoutes = ({ on }: Router): void => {
  on(contract.listDevices, async (call) => paginate(await devices.listDevices(call, call.location), call.query));
  on(
    contract.addDevice,
    (call) => devices.addDevice(call, call.location, call.body),
    (call, id) => devices.readDevice(call, call.location, id),
  );
  on(contract.readDevice, (call) => devices.readDevice(call, call.location, call.params.id));
  on(
    contract.changeDevice,
    (call) => devices.updateDevice(call, call.location, call.params.id, call),
    (call, id) => devices.readDevice(call, call.location, id),
  );
  on(contract.removeDevice, (call) => devices.removeDevice(call, call.location, call.params.id));
};
