import { ignoreDiskFull } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as store from "./store.ts";

/**
 * Records how a login with a provider went, or a test, for the page of connections.
 * @param error a sentence for the administrator; undefined for a success
 */
export const recordHealth = async (
  { db, now }: Pick<RequestContext, "db" | "now">,
  id: string,
  error: string | undefined,
): Promise<void> => {
  await store.recordHealth(db, id, iso(now), error).catch(ignoreDiskFull);
};
