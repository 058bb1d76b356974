import type { SecretKeys } from "../../platform/lib/secret/secret-keys.ts";
import { isSealedWith, seal, unseal } from "../../platform/lib/secret/sealing.ts";
import type { Target } from "./columns.ts";

/** The decrypted credentials of a call. */
export type Credentials = {
  username: string | undefined;
  password: string | undefined;
  /** Signing secrets, the current one first. */
  secrets: readonly string[];
};

const passwordOf = (location: string): string => `webhook password of ${location}`;
const secretOf = (location: string): string => `webhook secret of ${location}`;

/** Encrypts a location's webhook password for storage. */
export const sealPassword = (secretKey: string, location: string, password: string): string =>
  seal(secretKey, passwordOf(location), password);

/** Encrypts a location's signing secret for storage. */
export const sealSecret = (secretKey: string, location: string, secret: string): string =>
  seal(secretKey, secretOf(location), secret);

/**
 * The decrypted credentials of a webhook.
 * @param now milliseconds since 1970: a replaced secret still signs for a while
 * @returns undefined if they were sealed with another SECRET_KEY
 */
export const openCredentials = (keys: SecretKeys, target: Target, now: number): Credentials | undefined => {
  const location = target.company_id;
  const overlaps = Date.parse(target.previous_secret_ends_at ?? "") > now;
  const sealed = [target.secret, ...(overlaps && target.previous_secret !== null ? [target.previous_secret] : [])];
  const secrets = sealed.flatMap((text) => unseal(keys, secretOf(location), text) ?? []);
  const password = target.auth_password === null ? undefined : unseal(keys, passwordOf(location), target.auth_password);
  if (secrets.length < sealed.length || (target.auth_password !== null && password === undefined)) return undefined;
  return { username: target.auth_username ?? undefined, password, secrets };
};

/** The sealed columns of a webhook. */
export type SealedCredentials = Pick<Target, "auth_password" | "secret" | "previous_secret">;

/**
 * The same, sealed with the current key. Values that neither key opens remain unchanged.
 * @returns undefined if everything is sealed with the current key already; `lost`: some values can't be opened
 */
export const resealCredentials = (
  keys: Exclude<SecretKeys, string>,
  location: string,
  { auth_password, secret, previous_secret }: SealedCredentials,
): (SealedCredentials & { lost: boolean }) | undefined => {
  const { secretKey } = keys;
  const all = [auth_password, secret, previous_secret];
  if (all.every((text) => text === null || isSealedWith(secretKey, text))) return undefined;
  const again = <T extends string | null>(purpose: string, text: T): string | T => {
    const opened = text === null ? undefined : unseal(keys, purpose, text);
    return opened === undefined ? text : seal(secretKey, purpose, opened);
  };
  const next = {
    auth_password: again(passwordOf(location), auth_password),
    secret: again(secretOf(location), secret),
    previous_secret: again(secretOf(location), previous_secret),
  };
  const isOpen = (text: string | null): boolean => text === null || isSealedWith(secretKey, text);
  return { ...next, lost: !Object.values(next).every(isOpen) };
};
