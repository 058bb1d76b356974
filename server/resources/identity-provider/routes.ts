import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as credentials from "./identity-provider.ts";

/** Credentials of the identity provider: list, create, change, remove. */
export const identityProviderRoutes = ({ on }: Router): void => {
  on(contract.listIdpCredentials, async (call) => paginate(await credentials.listIdpCredentials(call), call.query));
  on(
    contract.createIdpCredential,
    (call) => credentials.createIdpCredential(call, call.body),
    (call, id) => credentials.readIdpCredential(call, id),
  );
  on(
    contract.changeIdpCredential,
    (call) => credentials.updateIdpCredential(call, call.params.id, call),
    (call, id) => credentials.readIdpCredential(call, id),
  );
  on(contract.removeIdpCredential, (call) => credentials.removeIdpCredential(call, call.params.id));
};
