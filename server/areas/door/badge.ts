import { readBadgeCode } from "../../platform/auth/badge-code.ts";
import { type BadgeTarget, extractToken, readBadgeToken } from "../../platform/auth/visitor-tokens.ts";
import type { SecretKeys } from "../../platform/lib/secret-keys.ts";
import type { Desk } from "./door.ts";

/**
 * The visit of a badge's code at this desk; undefined for any other text. Only a kiosk reads the short code: what hangs on the
 * chest of a visitor is worth nothing on a phone.
 */
export const readBadge = (
  keys: SecretKeys,
  desk: Desk,
  code: string,
  now: number,
): (BadgeTarget & { ended: boolean }) | undefined =>
  readBadgeToken(keys, extractToken(code), now) ??
  (desk.source === 1 ? readBadgeCode(keys, desk.location, code, now) : undefined);
