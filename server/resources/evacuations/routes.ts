import { requireLocationClock } from "../../platform/http/request-context.ts";
import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as evacuations from "./evacuations.ts";

/** Evacuations and drills: start, mark, end, and their reports. */
export const evacuationRoutes = ({ on }: Router): void => {
  on(contract.listEvacuations, async (call) =>
    paginate(await evacuations.listEvacuations(call, call.location), call.query),
  );
  on(
    contract.startEvacuation,
    (call) => evacuations.start(call, requireLocationClock(call), call.body),
    (call, id) => evacuations.readWithoutPersons(call, call.location, id),
  );
  on(contract.readEvacuation, (call) => evacuations.readEvacuation(call, requireLocationClock(call), call.params.id));
  on(
    contract.addMarks,
    (call) => evacuations.mark(call, requireLocationClock(call), call.params.id, call.body.marks),
    (call, id) => evacuations.readWithoutPersons(call, call.location, id),
  );
  on(
    contract.endEvacuation,
    (call) => evacuations.end(call, requireLocationClock(call), call.params.id),
    (call, id) => evacuations.readWithoutPersons(call, call.location, id),
  );
};
