import { locationOfId, requireLocation, requireLocationClock } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { list } from "./lists.ts";
import * as registered from "./registered-visitors.ts";
import { remove, removeMany } from "./removal.ts";
import { readVisit, signInAtConsole } from "./sign-in.ts";

/** Registered visitors: list, create, read, change, remove one or many, sign in. */
export const registeredVisitorRoutes = ({ on }: Router): void => {
  on(contract.listRegistered, (call) => list(call, requireLocationClock(call), call.query));
  on(
    contract.createRegistered,
    (call) => registered.create(call, requireLocation(call.location), call.body),
    async (call, id) => registered.read(call, await locationOfId(call, id), id),
  );
  on(contract.readRegistered, async (call) =>
    registered.read(call, await locationOfId(call, call.params.id), call.params.id),
  );
  on(
    contract.changeRegistered,
    async (call) => registered.update(call, await locationOfId(call, call.params.id), call.params.id, call),
    async (call, id) => registered.read(call, await locationOfId(call, id), id),
  );
  on(contract.removeRegistered, async (call) => remove(call, await locationOfId(call, call.params.id), call.params.id));
  on(
    contract.signInRegistered,
    async (call) => signInAtConsole(call, await locationOfId(call, call.params.id), call.params.id, call.body),
    async (call, id) => readVisit(call, await locationOfId(call, id), id),
  );
  on(contract.removeManyRegistered, (call) => removeMany(call, call.location, call.body));
};
