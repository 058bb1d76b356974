import { can, hasScopeFor } from "../../../shared/roles.ts";
import type { Statement } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";

const RELEASE: Statement = {
  name: "release-unchecked-visit",
  text: `update watch_checks c set outcome = 'released' where company_id = $1 and subject_id = $2 and outcome = 'unchecked'
  and not exists (select 1 from watch_hits h where h.company_id = $1 and h.subject_id = $2 and h.kind = 'denied' and h.state in ('open', 'same'))
returning subject_id`,
};

/**
 * Releases a visit that could not be compared, for a caller who may decide hits and so has looked themselves.
 * @returns whether it was one
 */
export const releaseUnchecked = async (
  { db, principal }: RequestContext,
  location: string,
  id: string,
): Promise<boolean> =>
  (principal.kind === "user" || principal.kind === "api_key") &&
  can(principal.role, "watchlist.decide") &&
  (principal.kind === "user" || hasScopeFor("watchlist.decide", principal.scopes)) &&
  (await db.named(RELEASE, [location, id])).length > 0;
