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
    paginate(await visitTypes.list(call, call.location, languagesOf(call)), call.query),
  );
  on(
    contract.createVisitType,
    (call) => visitTypes.create(call, call.location, call.body, languagesOf(call)),
    (call, id) => visitTypes.read(call, call.location, id, languagesOf(call)),
  );
  on(contract.readVisitType, (call) => visitTypes.read(call, call.location, call.params.id, languagesOf(call)));
  on(
    contract.changeVisitType,
    (call) => visitTypes.update(call, call.location, call.params.id, call, languagesOf(call)),
    (call, id) => visitTypes.read(call, call.location, id, languagesOf(call)),
  );
  on(contract.removeVisitType, (call) => visitTypes.remove(call, call.location, call.params.id));
};
