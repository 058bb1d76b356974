import { savePreference } from "../../lib/preferences.ts";

/** A refused login, and for how long. */
export class LoginRefusedError extends Error {
  readonly status: number;
  /** Until another attempt makes sense; rounded up. */
  readonly minutes: number;

  constructor(response: Response) {
    super(response.statusText);
    this.status = response.status;
    this.minutes = Math.max(1, Math.ceil(Number(response.headers.get("retry-after") ?? 60) / 60));
  }
}

const post = async (path: string, body: object): Promise<void> => {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new LoginRefusedError(response);
};

/** Logs in. Errors: LoginRefusedError (403 wrong, 429 too many attempts, 503 busy); no connection. */
export const logIn = async (email: string, password: string): Promise<void> => {
  await post("/session", { email, password });
  // The service has ended the browser's previous session.
  savePreference("leaving", false);
};

/** Requests an email with a link; the response does not reveal whether the address is known. Errors: as above. */
export const requestPasswordLink = (email: string): Promise<void> => post("/session/password/forgot", { email });
