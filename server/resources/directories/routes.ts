import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as directories from "./directories.ts";
import { testDirectory } from "./ldap/contract.ts";
import { recordTest, test } from "./ldap/reading.ts";
import * as lists from "./lists.ts";
import * as peopleContract from "./people-contract.ts";
import { listRequests } from "./requests.ts";
import * as rulesContract from "./rules-contract.ts";
import * as rules from "./rules.ts";
import { syncDirectory } from "./sync-contract.ts";
import { plan } from "./plan.ts";
import { sync } from "./sync.ts";
import * as tokens from "./tokens.ts";
import { replacePeople } from "./csv/upload.ts";

/** Directories: their tokens, rules, people, and what a sync makes of them. */
export const directoryRoutes = ({ on, onOutbound }: Router): void => {
  on(contract.listDirectories, async (call) => paginate(await directories.list(call), call.query));
  onOutbound(contract.createDirectory, {
    callOut: (call) => directories.checkInput(call, call.body),
    handler: (call) => directories.create(call, call.body),
    replay: (call, id) => directories.read(call, id),
  });
  on(contract.readDirectory, (call) => directories.read(call, call.params.id));
  onOutbound(contract.changeDirectory, {
    callOut: (call) => directories.checkChange(call, call.params.id, call.body),
    handler: (call) => directories.update(call, call.params.id, call),
    replay: (call, id) => directories.read(call, id),
  });
  on(contract.removeDirectory, (call) => directories.remove(call, call.params.id));
  on(
    contract.createToken,
    (call) => tokens.create(call, call.params.id),
    (call, id) => tokens.read(call, call.params.id, id),
  );
  on(contract.removeToken, (call) => tokens.remove(call, call.params.id, call.params.token_id));
  on(rulesContract.readRules, (call) => rules.read(call, call.params.id));
  on(
    rulesContract.replaceRules,
    (call) => rules.replace(call, call.params.id, call.body),
    (call) => rules.read(call, call.params.id),
  );
  onOutbound(syncDirectory, {
    // With its people one by one, not in the transaction of a key.
    callOut: (call) => sync(call, call.params.id, call.body ?? {}),
    handler: async (_call, done) => done,
    replay: (call) => plan(call, call.params.id),
  });
  onOutbound(testDirectory, {
    callOut: (call) => test(call, call.params.id),
    handler: (call, outcome) => recordTest(call, call.params.id, outcome),
  });
  on(peopleContract.listPeople, (call) => lists.listPeople(call, call.params.id, call.query));
  on(
    peopleContract.replacePeople,
    (call) => replacePeople(call, call.params.id, call.body),
    async (call) => {
      const { people } = await directories.read(call, call.params.id);
      return { received: people, ...(await plan(call, call.params.id)) };
    },
  );
  on(peopleContract.listGroups, (call) => lists.listGroups(call, call.params.id, call.query));
  on(peopleContract.listRequests, (call) => listRequests(call, call.params.id, call.query));
};
