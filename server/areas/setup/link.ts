import type { SecretKeys } from "../../platform/lib/secret/secret-keys.ts";
import { verifyToken, signToken } from "../../platform/lib/secret/signed-token.ts";

/** How long the printed link works: 30 minutes. */
const SETUP_LINK_MS = 30 * 60_000;
const PURPOSE = "setup";

/**
 * The token of a setup link. Signed, not stored: it ends with its time, and with the first user (users/first-admin.ts).
 * @param secretKey the service's key
 * @param now milliseconds since 1970
 */
export const setupToken = (secretKey: string, now: number): string =>
  signToken(secretKey, PURPOSE, "first-administrator", now + SETUP_LINK_MS);

/** Whether the token is ours and has not expired. */
export const isSetupToken = (keys: SecretKeys, token: string, now: number): boolean =>
  verifyToken(keys, PURPOSE, token, now) !== undefined;
