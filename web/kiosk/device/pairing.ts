import { call, type KioskEndpoints } from "./call.ts";

/** The screen of a kiosk until an administrator has entered its code. */
export type PairingDisplay = { code?: string; trouble?: "network" | "busy" };

type PairingStart = KioskEndpoints["POST /pairing"]["answer"];

/** The kiosk has no credential yet. */
const request = call(undefined);

const RETRY_MS = 5000;
const BUSY_MS = 60_000;

/** A tab stores its code across reloads: the old code would remain pending, and an address may have ten at most. */
const KEPT = "foyer-pairing";

const keptCode = (): PairingStart | undefined => {
  const text = sessionStorage.getItem(KEPT);
  return text === null ? undefined : (JSON.parse(text) as PairingStart);
};

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until the code was entered; undefined if it expired. */
const waitFor = async ({ code, token, poll_seconds }: PairingStart, show: (showing: PairingDisplay) => void) => {
  for (;;) {
    await delay(poll_seconds * 1000);
    const { answer, failure } = await request("POST /pairing/poll", { body: { token } });
    if (answer?.status === "paired") return answer.credential;
    if (answer?.status === "expired" || (failure !== undefined && failure.status >= 400 && failure.status < 500))
      return undefined;
    show({ code, ...(failure === undefined ? {} : { trouble: "network" }) });
  }
};

/** Shows a code until it was entered; undefined if it expired. */
const showUntilUsed = async (
  started: PairingStart,
  show: (showing: PairingDisplay) => void,
): Promise<string | undefined> => {
  sessionStorage.setItem(KEPT, JSON.stringify(started));
  show({ code: started.code });
  const credential = await waitFor(started, show);
  sessionStorage.removeItem(KEPT);
  return credential;
};

/**
 * Pairs this kiosk: shows a code, after a reload the same one, and a new one whenever it has expired (docs/kiosks.md).
 * @returns the credential
 */
export const pair = async (show: (showing: PairingDisplay) => void): Promise<string> => {
  let started = keptCode();
  for (;;) {
    const credential = started && (await showUntilUsed(started, show));
    if (credential !== undefined) return credential;
    const { answer, failure } = await request("POST /pairing");
    started = answer;
    if (answer !== undefined) continue;
    const isBusy = failure.status === 429 || failure.status === 503;
    show({ trouble: isBusy ? "busy" : "network" });
    await delay(isBusy ? BUSY_MS : RETRY_MS);
  }
};
