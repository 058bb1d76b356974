import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as providers from "./login-providers.ts";
import { recordTest, testProvider } from "./test-provider.ts";

/** Login providers: list, create, change, remove, test. */
export const loginProviderRoutes = ({ on, onOutbound }: Router): void => {
  on(contract.listLoginProviders, async (call) => paginate(await providers.list(call), call.query));
  on(
    contract.createLoginProvider,
    (call) => providers.create(call, call.body),
    (call, id) => providers.read(call, id),
  );
  on(contract.readLoginProvider, (call) => providers.read(call, call.params.id));
  on(
    contract.changeLoginProvider,
    (call) => providers.update(call, call.params.id, call),
    (call, id) => providers.read(call, id),
  );
  on(contract.removeLoginProvider, (call) => providers.remove(call, call.params.id));
  onOutbound(contract.testLoginProvider, {
    callOut: (call) => testProvider(call, call.params.id),
    handler: (call, outcome) => recordTest(call, call.params.id, outcome),
  });
};
