import type { Db } from "../db/database.ts";
import type { Credential } from "./credential.ts";
import type { Passwords } from "./passwords.ts";
import type { Surroundings } from "./place.ts";

/** What looking a credential up needs besides the call. */
export type Gate = { db: Db; passwords: Passwords; now: () => number };

/** Who a credential is, or why it is refused; the reason is for the log only. */
export type Accepted = { credential: Credential } | { refusal: string; counted: boolean };

/** The outcome of a look-up. */
export type Looked = { accepted: Accepted; row: Surroundings | undefined };

/** A refusal that counts against its source (decisions 1). */
export const refusal = (reason: string): Accepted => ({ refusal: reason, counted: true });
