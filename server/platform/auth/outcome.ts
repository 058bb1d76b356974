import type { Db } from "../db/database.ts";
import type { Credential } from "./credential.ts";
import type { Passwords } from "./passwords/passwords.ts";
import type { LookupExtras } from "./location-clock.ts";
import type { ProviderKeys } from "./provider/provider-keys.ts";

/** The dependencies of a look-up besides the call. */
export type AuthDeps = {
  db: Db;
  passwords: Passwords;
  providerKeys: ProviderKeys;
  secretKey: string;
  previousKey?: string | undefined;
  now: () => number;
};

/**
 * The caller, or why the credential is refused; the reason is for the log only. A refusal that counts does so for its
 * source, or in the named counters.
 */
export type AuthOutcome =
  | { credential: Credential }
  | { refusal: string; counted: boolean; counters?: readonly string[] };

/** The outcome of a look-up. */
export type LookupResult = {
  outcome: AuthOutcome;
  row: LookupExtras | undefined;
};

/** A refusal that counts against its source (rules 1). */
export const countedRefusal = (reason: string): AuthOutcome => ({ refusal: reason, counted: true });
