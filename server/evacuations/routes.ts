import { placeOf } from "../http/call.ts";
import { paged } from "../http/paging.ts";
import type { Router } from "../http/routes.ts";
import * as contract from "./contract.ts";
import * as evacuations from "./evacuations.ts";

/** Evacuations and drills: begin, mark, end, and what came of each. */
export const evacuationRoutes = ({ on }: Router): void => {
  on(contract.listEvacuations, async (call) => paged(await evacuations.list(call, call.location), call.query));
  on(
    contract.startEvacuation,
    (call) => evacuations.start(call, placeOf(call), call.body),
    (call, id) => evacuations.readPlain(call, call.location, id),
  );
  on(contract.readEvacuation, (call) => evacuations.read(call, placeOf(call), call.params.id));
  on(
    contract.addMarks,
    (call) => evacuations.mark(call, placeOf(call), call.params.id, call.body.marks),
    (call, id) => evacuations.readPlain(call, call.location, id),
  );
  on(
    contract.endEvacuation,
    (call) => evacuations.end(call, placeOf(call), call.params.id),
    (call, id) => evacuations.readPlain(call, call.location, id),
  );
};
