import type { RequestContext } from "../../platform/http/request-context.ts";
import { resealCredentials } from "./credentials.ts";
import * as store from "./store.ts";

/**
 * Seals the passwords and signing secrets of all webhooks with the present key, beside the running service. They stay what they
 * are, so no log has an entry of it.
 * @returns how many webhooks there are, how many were sealed again, and how many hold a secret that neither key opens
 */
export const resealWebhooks = async ({
  context,
  db,
}: Pick<RequestContext, "context" | "db">): Promise<{ all: number; resealed: number; lost: number }> => {
  const rows = await store.selectSealed(db);
  const found = { all: rows.length, resealed: 0, lost: 0 };
  for (const row of rows) {
    const next = resealCredentials(context, row.company_id, row);
    if (next === undefined) continue;
    const { lost, ...sealed } = next;
    if (lost) found.lost += 1;
    // Saved by an administrator meanwhile: then the service has sealed it, with the present key.
    else if (await store.replaceSealed(db, row, sealed)) found.resealed += 1;
  }
  return found;
};
