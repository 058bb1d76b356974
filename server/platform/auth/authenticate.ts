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
export type AuthenticatedCall = { who: Credential; place: LocationClock | undefined };

const lookUp = async (
  gate: AuthDeps,
  sent: ParsedCredential,
  presented: RequestCredentials,
  values: readonly unknown[],
  now: number,
): Promise<LookupResult> => {
  switch (sent.kind) {
    case "basic":
      return lookUpUser(gate, sent, values, now);
    case "session":
      return lookUpSession(gate, sent.cookie, values, now);
    case "key":
      return lookUpKey(gate, sent.value, presented.address, values, now);
    case "token":
      return lookUpToken(gate, sent.value, values, now);
    // Looked up all the same: a blocked caller learns so with any call.
    case "none":
      return {
        ...(await lookUpKey(gate, "", presented.address, values, now)),
        accepted: { refusal: "no credential", counted: false },
      };
    case "unreadable":
      return {
        ...(await lookUpKey(gate, "", presented.address, values, now)),
        accepted: countedRefusal("unreadable credential"),
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
const lookUpCaller = (gate: AuthDeps, presented: RequestCredentials, source: string): Promise<TimedLookup> => {
  const sent = parseCredential(presented);
  const place = isId(presented.location) ? presented.location.toLowerCase() : null;
  const work = async (): Promise<TimedLookup> => {
    const now = gate.now();
    const values = [source, new Date(now - REFUSAL_WINDOW_MS).toISOString(), place];
    return { ...(await lookUp(gate, sent, presented, values, now)), now };
  };
  // Each try of a password stands for itself.
  if (sent.kind === "basic") return work();
  return shareLookUp(gate.db, JSON.stringify([sent, presented.address, source, place]), work);
};

/**
 * Who is calling (interface 5, rules 1): reads the database after the call has arrived, remembers nothing.
 * Errors: `429` when the source is shut out (a session is served all the same), else `403`; the reason is in the error for the log only.
 */
export const authenticate = async (gate: AuthDeps, presented: RequestCredentials): Promise<AuthenticatedCall> => {
  const source = refusalSource(presented.address);
  const { accepted, row, now } = await lookUpCaller(gate, presented, source);
  if ("credential" in accepted) return { who: accepted.credential, place: locationClockOf(row) };
  if (accepted.counted)
    for (const counter of accepted.counters ?? [source]) await incrementCounter(gate.db, counter, now);
  throw forbidden(accepted.refusal);
};

/**
 * Who a call that goes on is of, asked again; undefined when its credential would be refused by now. It is no new call, so it
 * counts against no address, and no refusals hold it up; nor does a revoked credential go on while its address is shut out.
 */
export const recheckCaller = async (
  gate: AuthDeps,
  presented: RequestCredentials,
): Promise<AuthenticatedCall | undefined> => {
  const { accepted, row } = await lookUpCaller(gate, presented, "");
  return "credential" in accepted ? { who: accepted.credential, place: locationClockOf(row) } : undefined;
};
