import { withState } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import type { WebhookRow } from "./columns.ts";
import type { saveWebhook } from "./contract.ts";

export type SaveResult = Static<(typeof saveWebhook)["response"]>;

/** The warning of `checkUrl` about the host name, and whether the stored password was cleared. */
type SaveWarnings = { note: string | undefined; isPasswordCleared?: boolean };

/** The response to saving a webhook: the message, and its warnings as codes. */
export const saveResultOf = (row: WebhookRow, { note, isPasswordCleared = false }: SaveWarnings): SaveResult => {
  const sentences = ["The webhook was saved."];
  const warnings: NonNullable<SaveResult["warnings"]> = [];
  if (isPasswordCleared) {
    sentences.push("The password was cleared because the scheme, host or port has changed. Send it again.");
    warnings.push("password_cleared");
  }
  if (note !== undefined) {
    sentences.push(`${note} Foyer looks it up again for every request.`);
    warnings.push("host_unresolved");
  }
  const result = { message: sentences.join(" "), webhook_id: row._id };
  return withState(warnings.length === 0 ? result : { ...result, warnings }, row);
};
