import { refusalSource } from "../lib/net/ip-address.ts";
import type { Db } from "../db/database.ts";
import { forbidden } from "../lib/errors.ts";
import { makeCoalescer } from "../lib/async/coalescing.ts";
import { isId } from "../lib/record/ids.ts";
import { type AuthDeps, type LookupResult, countedRefusal } from "./outcome.ts";
import { lookUpUser } from "./basic.ts";
import type { Credential } from "./credential.ts";
import { lookUpKey } from "./api-keys.ts";
import { type LocationClock, locationClockOf } from "./location-clock.ts";
import { type RequestCredentials, type ParsedCredential, parseCredential } from "./parsed-credential.ts";
import { incrementCounter, REFUSAL_WINDOW_MS } from "./refusals.ts";
import { lookUpSession } from "./sessions.ts";
import { lookUpToken } from "./access-tokens.ts";

/** The caller, and the existing location in their path (covered or not). */
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
    // Looked up as well: a refused address gets `429` for every call.
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

/** Calls that arrive while their credential is being looked up for an earlier one share the next look-up. */
const shareLookUp = (db: Db, key: string, work: () => Promise<TimedLookup>): Promise<TimedLookup> => {
  const coalesce = coalescers.get(db) ?? makeCoalescer<TimedLookup>();
  coalescers.set(db, coalesce);
  return coalesce(key, work);
};

/** @param source whose refusals count; empty for an open call, for which none do */
const lookUpCaller = (deps: AuthDeps, credentials: RequestCredentials, source: string): Promise<TimedLookup> => {
  const parsed = parseCredential(credentials);
  const location = isId(credentials.location) ? credentials.location.toLowerCase() : null;
  const work = async (): Promise<TimedLookup> => {
    const now = deps.now();
    const values = [source, new Date(now - REFUSAL_WINDOW_MS).toISOString(), location];
    return { ...(await lookUp(deps, parsed, credentials, values, now)), now };
  };
  // Each attempt with a password is checked on its own.
  if (parsed.kind === "basic") return work();
  return shareLookUp(deps.db, JSON.stringify([parsed, credentials.address, source, location]), work);
};

/**
 * The caller (interface 5, rules 1): read from the database for each call; nothing is cached. Errors: `429` if the
 * source is refused (a session is accepted all the same), otherwise `403`; only the log gets the reason.
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
 * The caller of an open call, such as a stream, looked up again; undefined if the credential would be refused now. It
 * isn't a new call, so it counts against no address and is not refused because of its address.
 */
export const recheckCaller = async (
  deps: AuthDeps,
  credentials: RequestCredentials,
): Promise<AuthenticatedCall | undefined> => {
  const { outcome, row } = await lookUpCaller(deps, credentials, "");
  return "credential" in outcome ? { principal: outcome.credential, clock: locationClockOf(row) } : undefined;
};
