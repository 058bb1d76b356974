import type { InternalEndpoints } from "../../data/api/api.ts";
import { askForPasskey } from "../../features/second-factor/passkey.ts";
import { savePreference } from "../../lib/preferences.ts";

/** What a login with the right password still needs. */
export type NextStep = NonNullable<InternalEndpoints["POST /session"]["answer"]["next"]>;

/** A refused login, and for how long. */
export class LoginRefusedError extends Error {
  readonly status: number;
  readonly path: string;
  /** Until another attempt makes sense; rounded up. */
  readonly minutes: number;

  constructor(response: Response) {
    super(response.statusText);
    this.status = response.status;
    this.path = new URL(response.url).pathname;
    this.minutes = Math.max(1, Math.ceil(Number(response.headers.get("retry-after") ?? 60) / 60));
  }
}

const post = async (path: string, body: object): Promise<unknown> => {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new LoginRefusedError(response);
  return response.json();
};

/**
 * Logs in. Errors: LoginRefusedError (403 wrong, 429 too many attempts, 503 busy); no connection.
 * @returns what is still needed, if the password alone isn't enough
 */
export const logIn = async (email: string, password: string): Promise<NextStep | undefined> => {
  const answer = (await post("/session", { email, password })) as InternalEndpoints["POST /session"]["answer"];
  // The service has ended the browser's previous session.
  savePreference("leaving", false);
  return answer.next;
};

/** Completes a login with a code. Errors: as above, and 400 if the login has taken too long. */
export const enterCode = async (code: string): Promise<void> => {
  await post("/session/code", { code });
};

/** Logs in with a passkey, or completes a login with it. Errors: as above; UserFacingError if the user chooses none. */
export const logInByPasskey = async (): Promise<void> => {
  const passkey = await askForPasskey(await post("/session/passkey/options", {}));
  await post("/session/passkey", { passkey });
  savePreference("leaving", false);
};

/** Requests an email with a link; the response does not reveal whether the address is known. Errors: as above. */
export const requestPasswordLink = (email: string): Promise<unknown> => post("/session/password/forgot", { email });
