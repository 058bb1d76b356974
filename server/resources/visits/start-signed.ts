import {
  agreementChangesOf,
  lockShownAgreements,
  recordShownSignatures,
  recordSignatures,
  type ShownAgreement,
} from "../agreements/signing.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { type Input, type Origin, start, type WholeVisit } from "./visits.ts";

/** The origin of a visit with signed agreements: those that the visitor was shown there, or signed before the visit. */
export type SignedOrigin = Origin & { shown: readonly ShownAgreement[] };

/**
 * Starts a visit and records the signatures with it; without any, it is the same as `start`. Runs in a transaction.
 * Errors: as `start`, and `400` for an agreement that isn't the location's.
 */
export const startSigned = async (
  ctx: RequestContext,
  location: string,
  body: Input,
  { shown, ...origin }: SignedOrigin,
): Promise<WholeVisit> => {
  if (shown.length === 0) return start(ctx, location, body, origin);
  const locked = await lockShownAgreements(ctx, location, shown);
  const signed = locked.map(([{ _id }]) => _id);
  // Agreements listed in an API call are signed in their current version.
  const changes = await agreementChangesOf(
    ctx,
    location,
    [...(body.agreements ?? []), ...signed],
    [...new Set(signed)],
  );
  const sign: NonNullable<Origin["sign"]> = async (inner, { id, row }) => {
    await recordShownSignatures(inner, location, locked, { ...row, visit: id });
    const signature = body.signature ?? null;
    const signedAt = row.signed_in < iso(ctx.now) ? row.signed_in : iso(ctx.now);
    await recordSignatures(inner, location, changes, { ...row, signature, visit: id, signedAt });
  };
  return start(ctx, location, { ...body, agreements: changes.agreements }, { ...origin, sign });
};
