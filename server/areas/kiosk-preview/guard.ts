import { coveredLocation } from "../../platform/auth/coverage.ts";
import type { RouteGroup } from "../../platform/http/route-group.ts";
import { forbidden } from "../../platform/lib/errors.ts";
import { can } from "../../../shared/roles.ts";
import { guardSessions } from "../sessions/guard.ts";

/**
 * Admits users who may manage the location in the path, by their console session. Errors: the same `403` for another
 * user's location and for one that does not exist.
 */
export const guardPreview: RouteGroup["guard"] = async (context, request, endpoint) => {
  const caller = await guardSessions(context, request, endpoint);
  if (caller === undefined) throw forbidden("no session");
  const { principal } = caller;
  const named: unknown = Reflect.get(Object(request.params), "company_id");
  const location = await coveredLocation(context.db, principal, named);
  if (location === undefined) throw forbidden("location is not covered");
  if (!can(principal.role, "location.manage")) throw forbidden(`role ${principal.role} isn't allowed to do this`);
  return { principal, location };
};
