import {
  codeDigest,
  deviceCredential,
  deviceDigest,
  newCode,
  newPollToken,
  pairingIdOf,
  shownCode,
} from "../auth/device-secrets.ts";
import { checkCounter, countOne } from "../auth/refusals.ts";
import { digestOf, matches } from "../auth/secrets.ts";
import type { Act } from "../http/call.ts";
import { readingKeys } from "../lib/keys.ts";
import { badRequest, refused, unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { iso } from "../lib/time.ts";
import * as store from "./pairing-store.ts";
import type { DeviceRow } from "./store.ts";

/** How long a code is valid. */
const CODE_MS = 10 * 60_000;
/** How long a kiosk that was paired may take to fetch its credential: it may have been switched off in between. */
const FETCH_MS = 24 * 60 * 60_000;
/** How long a kiosk is told that its code has expired, rather than that nobody knows it. */
const KEPT_MS = 60 * 60_000;
/** Codes drawn before it is plain that not chance is in the way. */
const DRAWS_MAX = 5;

/** What a new kiosk gets: the code it shows, and the secret it asks with whether somebody has entered it. */
export type Started = { code: string; token: string; expires: string };

/**
 * Begins to pair a kiosk. @param source the address it asks from, as `refusalSource` gives it
 * Errors: `503` when no code is free.
 */
export const start = async ({ context, db, now }: Act, source: string): Promise<Started> => {
  const _id = newId(undefined, now);
  const token = newPollToken(_id);
  const expires = iso(now + CODE_MS);
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const code = newCode();
    const pairing = {
      _id,
      code: codeDigest(context.secretKey, code),
      digest: digestOf(token),
      deviceDigest: deviceDigest(token),
      source,
      expires,
    };
    if (await store.insertPairing(db, pairing, iso(now))) return { code: shownCode(code), token, expires };
  }
  throw unavailable("Too many kiosks wait to be paired; try again shortly.", "busy");
};

/** Where a pairing stands, as the kiosk is told. */
export type Standing = { status: "waiting" | "expired" } | { status: "paired"; credential: string };

/**
 * Where the pairing of this poll token stands. A paired kiosk is given its credential, the same one each time it asks, until it
 * uses it for the first heartbeat: an answer that was lost is asked for again.
 * Errors: `403` for a token that is none, or whose pairing is done.
 */
export const poll = async ({ db, now }: Act, token: string): Promise<Standing> => {
  const pairing = await store.findPairing(db, pairingIdOf(token) ?? "");
  if (!matches(token, pairing?.digest) || pairing === undefined) throw refused("unknown poll token");
  if (Date.parse(pairing.expires) <= now) return { status: "expired" };
  if (pairing.claimed === null) return { status: "waiting" };
  if (pairing.device === null) return { status: "expired" };
  return { status: "paired", credential: deviceCredential(pairing.device, token) };
};

const digits = (code: string): string => code.replaceAll(/\D/g, "");

/**
 * Uses a code up: the kiosk that shows it becomes this device. Wrong codes are counted per location, so that nobody finds a
 * kiosk of somebody else by trying.
 * Errors: `400` for a code that no kiosk shows now, `429` after 30 of them within 15 minutes.
 */
export const claim = async (act: Act, row: DeviceRow, code: string): Promise<void> => {
  const counter = `pairing-code:${row.company_id}`;
  await checkCounter(act.db, counter, act.now);
  const codes = readingKeys(act.context).map((key) => codeDigest(key, digits(code)));
  const claimed = { codes, until: iso(act.now + FETCH_MS) };
  const entry = {
    location: row.company_id,
    act: "device.add",
    events: ["device_added"] as const,
    subject: "device",
  };
  if (await store.claimPairing(act, row, claimed, entry)) return;
  // Not in the transaction of the call: it is rolled back with the refusal, and the count would be too.
  await countOne(act.context.db, counter, act.now);
  throw badRequest(
    '"code" is not what a kiosk shows now: each is valid for 10 minutes and used once. Enter the one on its screen.',
    "unknown_reference",
    "code",
  );
};

/** Removes what is left of pairings that have ended. */
export const forgetPairings = ({ db, now }: Act["context"]): Promise<void> =>
  store.deletePairings(db, iso(now() - KEPT_MS));
