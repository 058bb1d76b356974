import type { RequestContext } from "../../platform/http/request-context.ts";
import { isSealedWith } from "../../platform/lib/secret/sealing.ts";
import { openSecret, sealSecret } from "./settings.ts";
import * as store from "./store.ts";

/**
 * Seals the secrets of all login providers with the current key, beside the running service.
 * @returns how many were resealed, and how many neither key opens
 */
export const resealLoginProviders = async ({
  context,
  db,
}: Pick<RequestContext, "context" | "db">): Promise<{ resealed: number; lost: number }> => {
  const counts = { resealed: 0, lost: 0 };
  for (const row of await store.listLoginProviders(db)) {
    const sealed = row.client_secret;
    if (sealed === null || isSealedWith(context.secretKey, sealed)) continue;
    const secret = openSecret(context, row._id, sealed);
    if (secret === undefined) counts.lost += 1;
    else if (await store.replaceSecret(db, row, sealSecret(context.secretKey, row._id, secret))) counts.resealed += 1;
  }
  return counts;
};
