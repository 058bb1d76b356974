import { badgeCode } from "../../../platform/auth/badge-code.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { notFound } from "../../../platform/lib/errors.ts";
import { findBadgeValidity } from "./store.ts";

/**
 * The code of a visit's badge, the same that a kiosk prints: it only signs out (docs/visitor-pages.md). Errors: `404`.
 */
export const readBadge = async (ctx: RequestContext, location: string, id: string): Promise<{ code: string }> => {
  const badged = await findBadgeValidity(ctx.db, location, id);
  if (badged === undefined) throw notFound();
  const { signed_in, retention_days } = badged;
  return { code: badgeCode(ctx.context.secretKey, { location, visit: id }, signed_in, retention_days) };
};
