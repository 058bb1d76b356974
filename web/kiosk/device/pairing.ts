import { call } from "./call.ts";

/** What a kiosk shows until somebody has entered its code. */
export type Showing = { code?: string; trouble?: "network" | "busy" };

type Started = { code: string; token: string; poll_seconds: number };
type Standing = { status: "waiting" | "expired" | "paired"; credential?: string };

const AGAIN_MS = 5000;
const BUSY_MS = 60_000;

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Asks until the code was entered; undefined when it ended. */
const waitFor = async ({ code, token, poll_seconds }: Started, show: (showing: Showing) => void) => {
  for (;;) {
    await rest(poll_seconds * 1000);
    const { answer, failure } = await call<Standing>("POST", "/pairing/poll", { body: { token } });
    if (answer?.status === "paired") return answer.credential;
    if (answer?.status === "expired" || (failure !== undefined && failure.status >= 400 && failure.status < 500))
      return undefined;
    show({ code, ...(failure === undefined ? {} : { trouble: "network" }) });
  }
};

/**
 * Pairs this kiosk: shows a code, and a new one whenever it has ended (docs/kiosks.md).
 * @returns the credential
 */
export const pair = async (show: (showing: Showing) => void): Promise<string> => {
  for (;;) {
    const { answer, failure } = await call<Started>("POST", "/pairing");
    if (answer === undefined) {
      const isBusy = failure.status === 429 || failure.status === 503;
      show({ trouble: isBusy ? "busy" : "network" });
      await rest(isBusy ? BUSY_MS : AGAIN_MS);
      continue;
    }
    show({ code: answer.code });
    const credential = await waitFor(answer, show);
    if (credential !== undefined) return credential;
  }
};
