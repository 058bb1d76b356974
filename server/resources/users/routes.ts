import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as users from "./users.ts";

/** Users: who am I, list, create, read, change, remove. */
export const userRoutes = ({ on }: Router): void => {
  on(contract.readMe, (call) => users.me(call));
  on(contract.listUsers, async (call) => paginate(await users.listUsers(call), call.query));
  on(
    contract.createUser,
    (call) => users.createUser(call, call.body),
    (call, id) => users.readUser(call, id),
  );
  on(contract.readUser, (call) => users.readUser(call, call.params.id));
  on(
    contract.changeUser,
    (call) => users.updateUser(call, call.params.id, call),
    (call, id) => users.readUser(call, id),
  );
  on(contract.removeUser, (call) => users.removeUser(call, call.params.id));
};
