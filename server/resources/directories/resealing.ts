import type { RequestContext } from "../../platform/http/request-context.ts";
import { resealed } from "./ldap/settings.ts";
import * as store from "./store.ts";

/**
 * Seals the passwords of all directories with the current key, beside the running service; no log entry is written.
 * @returns how many were resealed, and how many neither key opens
 */
export const resealDirectories = async ({
  context,
  db,
}: Pick<RequestContext, "context" | "db">): Promise<{ resealed: number; lost: number }> => {
  const counts = { resealed: 0, lost: 0 };
  for (const { _id, secret } of await store.listDirectories(db)) {
    const next = secret === null ? undefined : resealed(context, _id, secret);
    if (secret === null || next === undefined) continue;
    if (next === null) counts.lost += 1;
    else if (await store.replaceSecret(db, { _id, secret }, next)) counts.resealed += 1;
  }
  return counts;
};
