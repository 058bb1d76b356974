import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as credentials from "./identity-provider.ts";

/** Credentials of the identity provider: list, create, change, remove. */
export const identityProviderRoutes = ({ on }: Router): void => {
  on(contract.listIdpCredentials, async (call) => paginate(await credentials.list(call), call.query));
  on(
    contract.createIdpCredential,
    (call) => credentials.create(call, call.body),
    (call, id) => credentials.read(call, id),
  );
  on(
    contract.changeIdpCredential,
    (call) => credentials.update(call, call.params.id, call),
    (call, id) => credentials.read(call, id),
  );
  on(contract.removeIdpCredential, (call) => credentials.remove(call, call.params.id));
};
