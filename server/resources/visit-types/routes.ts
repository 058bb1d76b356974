import { languagesOf } from "../../platform/http/input/language.ts";
import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as visitTypes from "./visit-types.ts";

/** Visit types: list, create, read, change, remove; and the custom fields of a location. */
export const visitTypeRoutes = ({ on }: Router): void => {
  on(contract.listFields, async (call) =>
    paginate(await visitTypes.listFields(call, call.location, languagesOf(call)), call.query),
  );
  on(contract.listVisitTypes, async (call) =>
    paginate(await visitTypes.listVisitTypes(call, call.location, languagesOf(call)), call.query),
  );
  on(
    contract.createVisitType,
    (call) => visitTypes.createVisitType(call, call.location, call.body, languagesOf(call)),
    (call, id) => visitTypes.readVisitType(call, call.location, id, languagesOf(call)),
  );
  on(contract.readVisitType, (call) =>
    visitTypes.readVisitType(call, call.location, call.params.id, languagesOf(call)),
  );
  on(
    contract.changeVisitType,
    (call) => visitTypes.updateVisitType(call, call.location, call.params.id, call, languagesOf(call)),
    (call, id) => visitTypes.readVisitType(call, call.location, id, languagesOf(call)),
  );
  on(contract.removeVisitType, (call) => visitTypes.removeVisitType(call, call.location, call.params.id));
};
