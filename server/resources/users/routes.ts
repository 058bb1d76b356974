import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as users from "./users.ts";

/** Users: who am I, list, create, read, change, remove. */
export const userRoutes = ({ on }: Router): void => {
  on(contract.readMe, (call) => users.me(call));
  on(contract.listUsers, async (call) => paginate(await users.list(call), call.query));
  on(
    contract.createUser,
    (call) => users.create(call, call.body),
    (call, id) => users.read(call, id),
  );
  on(contract.readUser, (call) => users.read(call, call.params.id));
  on(
    contract.changeUser,
    (call) => users.update(call, call.params.id, call),
    (call, id) => users.read(call, id),
  );
  on(contract.removeUser, (call) => users.remove(call, call.params.id));
};
