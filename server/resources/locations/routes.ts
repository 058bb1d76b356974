import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as locations from "./locations.ts";

/** Locations: list, one, create, change, remove. */
export const locationRoutes = ({ on }: Router): void => {
  on(contract.listLocations, async (call) => paginate(await locations.listLocations(call), call.query));
  on(contract.readLocation, (call) => locations.readLocation(call, call.location));
  on(
    contract.createLocation,
    (call) => locations.createLocation(call, call.body),
    (call, id) => locations.readLocation(call, id),
  );
  on(
    contract.changeLocation,
    (call) => locations.updateLocation(call, call.location, call),
    (call, id) => locations.readLocation(call, id),
  );
  on(contract.removeLocation, (call) => locations.removeLocation(call, call.location, call.body.name));
};
