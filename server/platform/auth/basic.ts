import { createHmac } from "node:crypto";

import type { Statement } from "../db/database.ts";
import { type AuthOutcome, type AuthDeps, type LookupResult, countedRefusal } from "./outcome.ts";
import { credentialOf, type UserColumns } from "./credential.ts";
import { addressDigests, isRecordDue, knownSince, recordKnownAddress } from "./known-addresses.ts";
import type { QueueLine } from "./passwords/password-queue.ts";
import { checkRefusalLimit, LOCATION_JOIN, type LookupExtras, LOOKUP_EXTRAS } from "./location-clock.ts";
import { checkCounters, REFUSALS_MAX } from "./refusals.ts";

type UserRow = LookupExtras &
  UserColumns & {
    password: string | null;
    /** When the window of the account opened, if it is full. */
    account_opened: string | null;
    /** When the user was last let in from this address. */
    let_in: string | null;
    /** The user has a second factor or needs one, which Basic doesn't carry. */
    needs_factor: boolean;
  };

const FIND: Statement = {
  name: "find-user",
  text: `select ${LOOKUP_EXTRAS}, u._id, u.email, u.password, u.first_name, u.last_name, u.role, u.companies, u.active,
  (select opened from refusals where source = $5 and opened > $3 and n >= ${REFUSALS_MAX}) as account_opened,
  (select max(at) from known_addresses where digest = any ($6::bytea[]) and at > $7) as let_in,
  exists (select from second_factors f where f.user_id = u._id)
    or exists (select from login_rules r where u.role = any (r.second_factor_roles)) as needs_factor
from (select) one left join users u on u.email = $1 ${LOCATION_JOIN}`,
};

/**
 * The name of an account's counter, also for an email address that no user has. The address can't be derived from it.
 */
const accountCounter = (secretKey: string, email: string): string =>
  `basic-account:${createHmac("sha256", secretKey).update(`basic:${email}`).digest("hex").slice(0, 32)}`;

const checkPassword = async (
  row: UserRow,
  password: string,
  { passwords }: AuthDeps,
  line: QueueLine,
): Promise<AuthOutcome> => {
  // A user who is not active, or needs more than a password, is checked like an unknown one, so that all take the same time.
  const usable = row._id !== null && row.active && !row.needs_factor;
  const good = await passwords.verify(usable ? (row.password ?? undefined) : undefined, password, line);
  if (row._id !== null && !row.active) return countedRefusal("user is not active");
  if (row.needs_factor) return countedRefusal("user needs a second factor, which Basic doesn't carry");
  const credential = good ? credentialOf(row) : undefined;
  return credential === undefined ? countedRefusal("unknown user or wrong password") : { credential };
};

/**
 * An attempt with the right password is refused all the same if concurrent attempts have filled a counter meanwhile.
 */
const admit = async (deps: AuthDeps, row: UserRow, source: string, counters: readonly string[], now: number) => {
  await checkCounters(deps.db, counters, now);
  if (row._id === null || !isRecordDue(row.let_in, now)) return;
  await recordKnownAddress(deps.db, deps, { _id: row._id, email: row.email }, source, now);
};

/**
 * Looks a user up by email and password. Wrong ones also count by account, so that many addresses together have no more
 * attempts than one; but not from an address from which the user was let in within the last 30 days
 * (auth/known-addresses.ts).
 * @param values source, start of the refusal window and location, for `LOOKUP_EXTRAS`; an empty source means an open
 * call, which no counter refuses. Errors: `429` if the source or the account has too many refusals.
 */
export const lookUpUser = async (
  deps: AuthDeps,
  sent: { user: string; password: string },
  values: readonly unknown[],
  now: number,
): Promise<LookupResult> => {
  const source = String(values[0]);
  const account = accountCounter(deps.secretKey, sent.user);
  const digests = addressDigests(deps, sent.user, source);
  const [row] = await deps.db.named<UserRow>(FIND, [sent.user, ...values, account, digests, knownSince(now)]);
  if (row === undefined) throw new Error("a user was not looked up");
  checkRefusalLimit(row, now);
  const isKnown = row.let_in !== null;
  if (!isKnown && source !== "") checkRefusalLimit({ opened: row.account_opened }, now);
  const outcome = await checkPassword(row, sent.password, deps, { source, isKnown });
  const counters = isKnown ? [source] : [source, account];
  if ("credential" in outcome && source !== "") await admit(deps, row, source, counters, now);
  return { outcome: "credential" in outcome ? outcome : { ...outcome, counters }, row };
};
