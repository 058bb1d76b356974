import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import * as store from "./assignments-store.ts";

/** Repeated IDs count once. */
export const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

/** The `400` for agreements that the location does not have. */
export const noSuchAgreement = () =>
  badRequest(
    '"agreements" contains an agreement that doesn\'t exist at this location. Create one with POST /companies/{company_id}/agreements.',
    "unknown_reference",
    "agreements",
  );

/**
 * Sets the visit types that ask for an agreement; each of them then lists it, since both lists come from one table.
 * Runs in a transaction. Errors: `400` for IDs that aren't visit types of the location.
 */
export const assignTypes = async (
  ctx: RequestContext,
  location: string,
  agreement: string,
  ids: readonly string[],
): Promise<void> => {
  await store.lockAssignments(ctx.db, location);
  if ((await store.lockVisitTypes(ctx.db, location, ids)) < ids.length)
    throw badRequest(
      '"visit_types" contains a visit type that doesn\'t exist at this location. Create one with POST /companies/{company_id}/visittypes.',
      "unknown_reference",
      "visit_types",
    );
  await store.setTypesOf(ctx.db, location, agreement, ids);
};

/**
 * Sets the agreements that a visit type asks for; each of them then lists the type. Runs in a transaction. Errors:
 * `400` for IDs that aren't agreements of the location.
 */
export const assignAgreements = async (
  ctx: RequestContext,
  location: string,
  type: string,
  ids: readonly string[],
): Promise<void> => {
  await store.lockAssignments(ctx.db, location);
  if ((await store.lockAgreements(ctx.db, location, ids)) < ids.length) throw noSuchAgreement();
  await store.setAgreementsOf(ctx.db, location, type, ids);
};
