import type { SecretKeys } from "../../platform/lib/secret-keys.ts";
import { isSealedWith, seal, unseal } from "../../platform/lib/sealing.ts";
import type { Target } from "./columns.ts";

/** What a call authenticates itself with, in clear. */
export type Credentials = {
  username: string | undefined;
  password: string | undefined;
  /** Signing secrets, the present one first. */
  secrets: readonly string[];
};

const passwordOf = (location: string): string => `webhook password of ${location}`;
const secretOf = (location: string): string => `webhook secret of ${location}`;

/** Encrypts a location's webhook password for storing. */
export const sealPassword = (secretKey: string, location: string, password: string): string =>
  seal(secretKey, passwordOf(location), password);

/** Encrypts a location's signing secret for storing. */
export const sealSecret = (secretKey: string, location: string, secret: string): string =>
  seal(secretKey, secretOf(location), secret);

/**
 * The credentials of a webhook in clear.
 * @param now milliseconds since 1970: a secret that was replaced signs along for a while
 * @returns undefined when they were sealed with another SECRET_KEY
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

/** What of a webhook is stored sealed. */
export type SealedCredentials = Pick<Target, "auth_password" | "secret" | "previous_secret">;

/**
 * The same, sealed with the present key. What neither key opens stays as it is.
 * @returns undefined when all of it is sealed with the present key already; `lost`: some of it can't be opened
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
