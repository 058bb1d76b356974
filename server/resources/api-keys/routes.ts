import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as apiKeys from "./api-keys.ts";
import * as contract from "./contract.ts";

/** API keys: list, create, change, revoke. */
export const apiKeyRoutes = ({ on }: Router): void => {
  on(contract.listApiKeys, async (call) => paginate(await apiKeys.listApiKeys(call), call.query));
  on(
    contract.createApiKey,
    (call) => apiKeys.createApiKey(call, call.body),
    (call, id) => apiKeys.readApiKey(call, id),
  );
  on(
    contract.changeApiKey,
    (call) => apiKeys.updateApiKey(call, call.params.id, call),
    (call, id) => apiKeys.readApiKey(call, id),
  );
  on(contract.revokeApiKey, (call) => apiKeys.revoke(call, call.params.id));
};
