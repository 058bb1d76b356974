import type { Context } from "../context.ts";
import { HttpError } from "../lib/errors.ts";
import type { Credential } from "./credential.ts";

/** So long after a login or a confirmation the user is not asked again. */
const CONFIRMED_MS = 15 * 60_000;

/**
 * Refuses changes of how a user logs in, or of what may call, to a session whose person last proved who they are more than 15
 * minutes ago: an attacker who finds an open browser must not turn it into an account (OWASP ASVS 5.0, 7.5.1). Keys, tokens and Basic
 * prove themselves with each call.
 * Errors: `400`, which the interface has for what is understood and cannot be carried out; a session is not a refused credential.
 * `confirm` says how: `password` (POST /session/confirm) or `identity_provider` (GET /session/oidc/start?confirm=1).
 */
export const requireRecentSignIn = (
  { config }: Pick<Context, "config">,
  { session }: Credential,
  now: number,
): void => {
  if (session === undefined || now - session.confirmed <= CONFIRMED_MS) return;
  const atProvider = session.proof === "identity_provider" && config.oidc !== undefined;
  const message = atProvider
    ? "Confirm with the identity provider first, with GET /session/oidc/start?confirm=1. See docs/sessions.md."
    : "Enter your password again first, with POST /session/confirm. See docs/sessions.md.";
  throw new HttpError(
    400,
    { message, code: "not_confirmed", confirm: atProvider ? "identity_provider" : "password" },
    "not confirmed for some time",
  );
};
