import { paged } from "../http/paging.ts";
import type { Router } from "../http/routes.ts";
import * as contract from "./contract.ts";
import * as undelivered from "./undelivered.ts";

/** What kiosks could not deliver: list, send again, discard. */
export const undeliveredRoutes = ({ on }: Router): void => {
  on(contract.listUndelivered, async (call) => paged(await undelivered.list(call, call.location), call.query));
  on(
    contract.sendUndelivered,
    (call) => undelivered.again(call, call.location, call.params.id),
    (call, id) => undelivered.read(call, call.location, id),
  );
  on(contract.discardUndelivered, (call) => undelivered.discard(call, call.location, call.params.id));
};
