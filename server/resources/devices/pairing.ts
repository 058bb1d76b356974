import {
  codeDigest,
  deviceCredential,
  deviceDigest,
  newCode,
  newPollToken,
  pairingIdOf,
  shownCode,
} from "../../platform/auth/device-secrets.ts";
import { checkCounter, incrementCounter } from "../../platform/auth/refusals.ts";
import { digestOf, matchesDigest } from "../../platform/auth/api-key-format.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { verificationKeys } from "../../platform/lib/secret/secret-keys.ts";
import { badRequest, forbidden, tooManyRefusals, unavailable } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as store from "./pairing-store.ts";
import type { DeviceRow } from "./store.ts";

/** How long a code is valid. */
const CODE_MS = 10 * 60_000;
/** How long a paired kiosk may take to fetch its credential: it may have been turned off in between. */
const FETCH_MS = 24 * 60 * 60_000;
/** How long a kiosk is told that its code has expired, rather than that it is unknown. */
const KEPT_MS = 60 * 60_000;
/** How many codes are drawn before it is clear that chance isn't the cause. */
const DRAWS_MAX = 5;

/**
 * What a new kiosk gets: the code it shows, and the secret with which it polls whether an administrator has entered it.
 */
export type PairingStart = { code: string; token: string; expires: string };

/**
 * Starts pairing a kiosk. @param source the address it asks from, from `refusalSource`. Errors: `429` while ten codes
 * of that address wait, `503` if no code is free.
 */
export const start = async ({ context, db, now }: RequestContext, source: string): Promise<PairingStart> => {
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
    const inserted = await store.insertPairing(db, pairing, iso(now));
    if (inserted.outcome === "written") return { code: shownCode(code), token, expires };
    if (inserted.outcome === "crowded") throw tooManyRefusals((Date.parse(inserted.until) - now) / 1000);
    if (inserted.outcome === "full") break;
  }
  throw unavailable("Too many kiosks are waiting to be paired. Try again shortly.", "busy");
};

/** The state of a pairing, as the kiosk sees it. */
export type PairingStatus = { status: "waiting" | "expired" } | { status: "paired"; credential: string };

/**
 * The state of the pairing with this poll token. A paired kiosk gets its credential, the same one each time it asks,
 * until it uses it for the first heartbeat: it can ask again after a lost answer. Errors: `403` for an invalid token,
 * or one whose pairing is done.
 */
export const poll = async ({ db, now }: RequestContext, token: string): Promise<PairingStatus> => {
  const pairing = await store.findPairing(db, pairingIdOf(token) ?? "");
  if (!matchesDigest(token, pairing?.digest) || pairing === undefined) throw forbidden("unknown poll token");
  if (Date.parse(pairing.expires) <= now) return { status: "expired" };
  if (pairing.claimed === null) return { status: "waiting" };
  if (pairing.device === null) return { status: "expired" };
  return { status: "paired", credential: deviceCredential(pairing.device, token) };
};

const digits = (code: string): string => code.replaceAll(/\D/g, "");

/**
 * Uses up a code: the kiosk that shows it becomes this device. Wrong codes are counted per location, so that no
 * administrator finds a kiosk of another location by trying. Errors: `400` if no kiosk shows the code now, `429` after
 * 30 of these within 15 minutes.
 */
export const claim = async (ctx: RequestContext, row: DeviceRow, code: string): Promise<void> => {
  const counter = `pairing-code:${row.company_id}`;
  await checkCounter(ctx.db, counter, ctx.now);
  const codes = verificationKeys(ctx.context).map((key) => codeDigest(key, digits(code)));
  const claimed = { codes, until: iso(ctx.now + FETCH_MS) };
  const entry = {
    location: row.company_id,
    action: "device.add",
    events: ["device_added"] as const,
    subject: "device",
  };
  if (await store.claimPairing(ctx, row, claimed, entry)) return;
  // Not in the transaction of the call: the refusal would roll the count back.
  await incrementCounter(ctx.context.db, counter, ctx.now);
  throw badRequest(
    '"code" isn\'t the code the kiosk shows now. Codes work once, for 10 minutes.',
    "unknown_reference",
    "code",
  );
};

/** Deletes what remains of ended pairings. */
export const deleteEndedPairings = ({ db, now }: RequestContext["context"]): Promise<void> =>
  store.deletePairings(db, iso(now() - KEPT_MS));
