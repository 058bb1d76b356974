import { paginate } from "../../platform/http/input/paging.ts";
import { locationOfId, requireLocation } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import { readInside, readNoMore, signInGroup, signOutGroup } from "./arrival.ts";
import * as contract from "./contract.ts";
import * as groups from "./groups.ts";

/** Groups: list, create, read, change, remove, sign in and out. */
export const groupRoutes = ({ on }: Router): void => {
  on(contract.listGroups, async (call) => paginate(await groups.listGroups(call, call.location), call.query));
  on(
    contract.createGroup,
    (call) => groups.createGroup(call, requireLocation(call.location), call.body),
    async (call, id) => groups.readGroup(call, await locationOfId(call, id), id),
  );
  on(contract.readGroup, async (call) =>
    groups.readGroup(call, await locationOfId(call, call.params.id), call.params.id),
  );
  on(
    contract.changeGroup,
    async (call) => groups.updateGroup(call, await locationOfId(call, call.params.id), call.params.id, call),
    async (call, id) => groups.readGroup(call, await locationOfId(call, id), id),
  );
  on(contract.removeGroup, async (call) =>
    groups.removeGroup(call, await locationOfId(call, call.params.id), call.params.id),
  );
  on(
    contract.signInGroup,
    async (call) => signInGroup(call, await locationOfId(call, call.params.id), call.params.id, call.body ?? {}),
    async (call, id) => readInside(call, await locationOfId(call, id), id),
  );
  on(
    contract.signOutGroup,
    async (call) => signOutGroup(call, await locationOfId(call, call.params.id), call.params.id, call.body ?? {}),
    async (call, id) => readNoMore(call, await locationOfId(call, id), id),
  );
};
