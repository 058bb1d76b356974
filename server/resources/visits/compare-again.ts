import type { Statement } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { recordAgain, screen } from "../watchlists/screening.ts";
import type { Outcome } from "../watchlists/screening-store.ts";
import type { VisitRow } from "./columns.ts";
import { typedOf } from "./visits.ts";

const COMPARES: Statement = {
  name: "type-compares-visitors",
  text: "select 1 from visit_types where company_id = $1 and _id = $2 and watchlist",
};

/**
 * Compares a visit with the watch lists again, in the transaction that locks or changes it; one whose type doesn't compare
 * visitors is passed over. A hit holds a visit that is pending; an approval isn't taken back.
 * @returns what comes of it; undefined for one that isn't compared
 */
export const compareAgain = async (
  ctx: RequestContext,
  location: string,
  visit: VisitRow & { _id: string },
): Promise<Outcome | undefined> => {
  if ((await ctx.db.named(COMPARES, [location, visit.visit_type])).length === 0) return undefined;
  const check = await screen(ctx, location, typedOf(visit));
  return recordAgain(ctx, location, { subject: "visit", id: visit._id }, check);
};
