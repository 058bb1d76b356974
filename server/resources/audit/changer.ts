import { can, type Permission } from "../../../shared/roles.ts";
import { coveredLocation } from "../../platform/auth/coverage.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { findLastChange, listActors } from "./store.ts";

/** Records that users without the location's settings change; the permission to change them. */
const CHANGED_BY: Readonly<Record<string, Permission>> = {
  visit: "visits.write",
  registered_visitor: "registered_visitors",
  host: "hosts.write",
};

/**
 * The name of the other user, or API key, who changed a record last: a form says whose change it would overwrite.
 * Without a name if there is none, or for records that the caller may not change. Errors: `404` for a location that the
 * caller doesn't have
 */
export const readChanger = async (
  { db, principal }: RequestContext,
  record: { company_id: string; id: string },
): Promise<{ name?: string }> => {
  const location = await coveredLocation(db, principal, record.company_id);
  if (location === undefined) throw notFound();
  const change = await findLastChange(db, [location, SERVICE_LOCATION], { subject: record.id, except: principal._id });
  if (change === undefined || !can(principal.role, CHANGED_BY[change.subject] ?? "location.manage")) return {};
  const name = (await listActors(db, [change.actor_id])).get(change.actor_id)?.name;
  return name === undefined ? {} : { name };
};
