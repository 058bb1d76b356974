import { locationOfId, requireLocation, requireLocationClock } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { listRegisteredVisitors } from "./lists.ts";
import * as registered from "./registered-visitors.ts";
import { removeRegisteredVisitor, removeMany } from "./removal.ts";
import { readSignedIn, signInAtConsole } from "./sign-in.ts";

/** Registered visitors: list, create, read, change, remove one or many, sign in. */
export const registeredVisitorRoutes = ({ on }: Router): void => {
  on(contract.listRegistered, (call) => listRegisteredVisitors(call, requireLocationClock(call), call.query));
  on(
    contract.createRegistered,
    (call) => registered.createRegisteredVisitor(call, requireLocation(call.location), call.body),
    async (call, id) => registered.readRegisteredVisitor(call, await locationOfId(call, id), id),
  );
  on(contract.readRegistered, async (call) =>
    registered.readRegisteredVisitor(call, await locationOfId(call, call.params.id), call.params.id),
  );
  on(
    contract.changeRegistered,
    async (call) =>
      registered.updateRegisteredVisitor(call, await locationOfId(call, call.params.id), call.params.id, call),
    async (call, id) => registered.readRegisteredVisitor(call, await locationOfId(call, id), id),
  );
  on(contract.removeRegistered, async (call) =>
    removeRegisteredVisitor(call, await locationOfId(call, call.params.id), call.params.id),
  );
  on(
    contract.signInRegistered,
    async (call) => signInAtConsole(call, await locationOfId(call, call.params.id), call.params.id, call.body),
    async (call, id) => readSignedIn(call, await locationOfId(call, id), id),
  );
  on(contract.removeManyRegistered, (call) => removeMany(call, call.location, call.body));
};
