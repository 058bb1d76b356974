import { seal, unseal } from "../lib/sealed.ts";
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
export const openCredentials = (secretKey: string, target: Target, now: number): Credentials | undefined => {
  const location = target.company_id;
  const overlaps = Date.parse(target.previous_secret_ends_at ?? "") > now;
  const sealed = [target.secret, ...(overlaps && target.previous_secret !== null ? [target.previous_secret] : [])];
  const secrets = sealed.flatMap((text) => unseal(secretKey, secretOf(location), text) ?? []);
  const password =
    target.auth_password === null ? undefined : unseal(secretKey, passwordOf(location), target.auth_password);
  if (secrets.length < sealed.length || (target.auth_password !== null && password === undefined)) return undefined;
  return { username: target.auth_username ?? undefined, password, secrets };
};
