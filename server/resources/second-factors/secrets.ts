import { isSealedWith, seal, unseal } from "../../platform/lib/secret/sealing.ts";
import type { SecretKeys } from "../../platform/lib/secret/secret-keys.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import * as store from "./store.ts";

const purposeOf = (user: string): string => `authenticator app of ${user}`;

/** Encrypts the secret of a user's authenticator app for storage. */
export const sealSecret = (secretKey: string, user: string, secret: Buffer): string =>
  seal(secretKey, purposeOf(user), secret.toString("base64url"));

/** The secret of a user's authenticator app; undefined if it was sealed with another SECRET_KEY. */
export const openSecret = (keys: SecretKeys, user: string, sealed: string): Buffer | undefined => {
  const text = unseal(keys, purposeOf(user), sealed);
  return text === undefined ? undefined : Buffer.from(text, "base64url");
};

/**
 * Seals the secrets of all authenticator apps with the current key, beside the running service. Nothing else about them
 * changes, so no log entry is written.
 * @returns how many there are, how many were resealed, and how many neither key opens
 */
export const resealSecrets = async ({
  context,
  db,
}: Pick<RequestContext, "context" | "db">): Promise<{ all: number; resealed: number; lost: number }> => {
  const rows = await store.listSecrets(db);
  const counts = { all: rows.length, resealed: 0, lost: 0 };
  for (const row of rows.filter(({ secret }) => !isSealedWith(context.secretKey, secret))) {
    const secret = openSecret(context, row.user_id, row.secret);
    if (secret === undefined) counts.lost += 1;
    else if (await store.replaceSecret(db, row, sealSecret(context.secretKey, row.user_id, secret)))
      counts.resealed += 1;
  }
  return counts;
};
