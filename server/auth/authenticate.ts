import { refusalSource } from "../lib/address.ts";
import { refused } from "../lib/errors.ts";
import { isId } from "../lib/ids.ts";
import { type Answered, type Gate, type Looked, refusal } from "./accepted.ts";
import { lookUpUser } from "./basic.ts";
import type { Credential } from "./credential.ts";
import { lookUpKey } from "./keys.ts";
import { type Place, placeOf } from "./place.ts";
import { type Presented, type Sent, sentBy } from "./presented.ts";
import { countOne, REFUSAL_WINDOW_MS } from "./refusals.ts";
import { lookUpSession } from "./sessions.ts";
import { lookUpToken } from "./tokens.ts";

/** Who calls, and the existing location their path names (covered or not). */
export type Admitted = { who: Credential; place: Place | undefined; answered: Answered | undefined };

const lookUp = async (
  gate: Gate,
  sent: Sent,
  presented: Presented,
  values: readonly unknown[],
  now: number,
): Promise<Looked> => {
  switch (sent.kind) {
    case "basic":
      return lookUpUser(gate, sent, values, now);
    case "session":
      return lookUpSession(gate, sent.shown, values, now);
    case "key":
      return lookUpKey(gate, sent.value, presented, values, now);
    case "token":
      return lookUpToken(gate, sent.value, values, now);
    // Looked up all the same: whoever is shut out learns so with any call.
    case "none":
      return {
        ...(await lookUpKey(gate, "", presented, values, now)),
        accepted: { refusal: "no credential", counted: false },
      };
    case "unreadable":
      return { ...(await lookUpKey(gate, "", presented, values, now)), accepted: refusal("unreadable credential") };
  }
};

type Asked = Looked & { now: number };

/** @param source whose refusals count; empty for a call that goes on, for which none do */
const ask = async (gate: Gate, presented: Presented, source: string): Promise<Asked> => {
  const now = gate.now();
  const place = isId(presented.location) ? presented.location.toLowerCase() : null;
  const values = [source, new Date(now - REFUSAL_WINDOW_MS).toISOString(), place];
  return { ...(await lookUp(gate, sentBy(presented), presented, values, now)), now };
};

/**
 * Who is calling (interface 5, decisions 1): reads the database on every call, remembers nothing.
 * Errors: `429` when the source is shut out (a session is served all the same), else `403`; the reason is in the error for the log only.
 */
export const authenticate = async (gate: Gate, presented: Presented): Promise<Admitted> => {
  const source = refusalSource(presented.address);
  const { accepted, row, answered, now } = await ask(gate, presented, source);
  if ("credential" in accepted) return { who: accepted.credential, place: placeOf(row), answered };
  if (accepted.counted) for (const counter of accepted.counters ?? [source]) await countOne(gate.db, counter, now);
  throw refused(accepted.refusal);
};

/**
 * Who a call that goes on is of, asked again; undefined when its credential would be refused by now. It is no new call, so it
 * counts against no address, and no refusals hold it up; nor does a revoked credential go on while its address is shut out.
 */
export const readmit = async (gate: Gate, presented: Presented): Promise<Admitted | undefined> => {
  const { accepted, row } = await ask(gate, presented, "");
  return "credential" in accepted ? { who: accepted.credential, place: placeOf(row), answered: undefined } : undefined;
};
