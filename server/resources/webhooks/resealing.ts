import type { RequestContext } from "../../platform/http/request-context.ts";
import { resealCredentials } from "./credentials.ts";
import * as store from "./store.ts";

/**
 * Seals the passwords and signing secrets of all webhooks with the current key, beside the running service. Their
 * values remain the same, so no log entry is written.
 * @returns how many webhooks there are, how many were resealed, and how many have a secret that neither key opens
 */
export const resealWebhooks = async ({
  context,
  db,
}: Pick<RequestContext, "context" | "db">): Promise<{ all: number; resealed: number; lost: number }> => {
  const rows = await store.listSealedWebhooks(db);
  const counts = { all: rows.length, resealed: 0, lost: 0 };
  for (const row of rows) {
    const next = resealCredentials(context, row.company_id, row);
    if (next === undefined) continue;
    const { lost, ...sealed } = next;
    if (lost) counts.lost += 1;
    // An administrator saved it in the meantime: the service has then sealed it with the current key.
    else if (await store.replaceSealed(db, row, sealed)) counts.resealed += 1;
  }
  return counts;
};
