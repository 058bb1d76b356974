import { refusalSource } from "../lib/ip-address.ts";
import type { Db } from "../db/database.ts";
import { forbidden } from "../lib/errors.ts";
import { makeCoalescer } from "../lib/coalescing.ts";
import { isId } from "../lib/ids.ts";
import { type AuthDeps, type LookupResult, countedRefusal } from "./outcome.ts";
import { lookUpUser } from "./basic.ts";
import type { Credential } from "./credential.ts";
import { lookUpKey } from "./api-keys.ts";
import { type LocationClock, locationClockOf } from "./location-clock.ts";
import { type RequestCredentials, type ParsedCredential, parseCredential } from "./parsed-credential.ts";
import { incrementCounter, REFUSAL_WINDOW_MS } from "./refusals.ts";
import { lookUpSession } from "./sessions.ts";
import { lookUpToken } from "./access-tokens.ts";

/** Who calls, and the existing location their path names (covered or not). */
export type AuthenticatedCall = { principal: Credential; clock: LocationClock | undefined };

const lookUp = async (
  deps: AuthDeps,
  parsed: ParsedCredential,
  credentials: RequestCredentials,
  values: readonly unknown[],
  now: number,
): Promise<LookupResult> => {
  switch (parsed.kind) {
    case "basic":
      return lookUpUser(deps, parsed, values, now);
    case "session":
      return lookUpSession(deps, parsed.cookie, values, now);
    case "key":
      return lookUpKey(deps, parsed.value, credentials.address, values, now);
    case "token":
      return lookUpToken(deps, parsed.value, values, now);
    // Looked up all the same: a blocked caller learns so with any call.
    case "none":
      return {
        ...(await lookUpKey(deps, "", credentials.address, values, now)),
        outcome: { refusal: "no credential", counted: false },
      };
    case "unreadable":
      return {
        ...(await lookUpKey(deps, "", credentials.address, values, now)),
        outcome: countedRefusal("unreadable credential"),
      };
  }
};

type TimedLookup = LookupResult & { now: number };

const coalescers = new WeakMap<Db, ReturnType<typeof makeCoalescer<TimedLookup>>>();

/** Calls with a credential that arrive while it is looked up for one before them are looked up together. */
const shareLookUp = (db: Db, key: string, work: () => Promise<TimedLookup>): Promise<TimedLookup> => {
  const coalesce = coalescers.get(db) ?? makeCoalescer<TimedLookup>();
  coalescers.set(db, coalesce);
  return coalesce(key, work);
};

/** @param source whose refusals count; empty for a call that goes on, for which none do */
const lookUpCaller = (deps: AuthDeps, credentials: RequestCredentials, source: string): Promise<TimedLookup> => {
  const parsed = parseCredential(credentials);
  const location = isId(credentials.location) ? credentials.location.toLowerCase() : null;
  const work = async (): Promise<TimedLookup> => {
    const now = deps.now();
    const values = [source, new Date(now - REFUSAL_WINDOW_MS).toISOString(), location];
    return { ...(await lookUp(deps, parsed, credentials, values, now)), now };
  };
  // Each try of a password stands for itself.
  if (parsed.kind === "basic") return work();
  return shareLookUp(deps.db, JSON.stringify([parsed, credentials.address, source, location]), work);
};

/**
 * Who is calling (interface 5, rules 1): reads the database after the call has arrived, remembers nothing.
 * Errors: `429` when the source is shut out (a session is served all the same), else `403`; the reason is in the error for the log only.
 */
export const authenticate = async (deps: AuthDeps, credentials: RequestCredentials): Promise<AuthenticatedCall> => {
  const source = refusalSource(credentials.address);
  const { outcome, row, now } = await lookUpCaller(deps, credentials, source);
  if ("credential" in outcome) return { principal: outcome.credential, clock: locationClockOf(row) };
  if (outcome.counted)
    for (const counter of outcome.counters ?? [source]) await incrementCounter(deps.db, counter, now);
  throw forbidden(outcome.refusal);
};

/**
 * Who a call that goes on is of, asked again; undefined when its credential would be refused by now. It is no new call, so it
 * counts against no address, and no refusals hold it up; nor does a revoked credential go on while its address is shut out.
 */
export const recheckCaller = async (
  deps: AuthDeps,
  credentials: RequestCredentials,
): Promise<AuthenticatedCall | undefined> => {
  const { outcome, row } = await lookUpCaller(deps, credentials, "");
  return "credential" in outcome ? { principal: outcome.credential, clock: locationClockOf(row) } : undefined;
};
