import type { Endpoint } from "../../platform/http/contract/contract.ts";
import { openApi } from "../../platform/http/contract/openapi.ts";
import { describeWebhooks } from "../../resources/webhooks/description.ts";

/**
 * The OpenAPI document of the interface: its endpoints, and the webhook calls that the service makes.
 * @param server the base URL, ending in `/api`
 */
export const describeInterface = (endpoints: readonly Endpoint[], server: string): Record<string, unknown> =>
  openApi(endpoints, server, describeWebhooks);
