import { readBadgeCode } from "../../platform/auth/badge-code.ts";
import { type BadgeTarget, extractToken, readBadgeToken } from "../../platform/auth/visitor-tokens.ts";
import type { SecretKeys } from "../../platform/lib/secret/secret-keys.ts";
import type { SignInPoint } from "./door.ts";

/**
 * The visit of a badge's code; undefined for any other text. Only kiosks read the short code: passers-by can copy it
 * from a visitor's badge, so it must be worth nothing on a phone.
 */
export const readBadge = (
  keys: SecretKeys,
  point: SignInPoint,
  code: string,
  now: number,
): (BadgeTarget & { ended: boolean }) | undefined =>
  readBadgeToken(keys, extractToken(code), now) ??
  (point.source === 1 ? readBadgeCode(keys, point.location, code, now) : undefined);
