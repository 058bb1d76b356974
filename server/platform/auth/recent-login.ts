import type { Context } from "../context.ts";
import { HttpError } from "../lib/errors.ts";
import { type Credential, SETTINGS_PROVIDER } from "./credential.ts";

/** How long after a login or a confirmation the user is not asked again. */
const CONFIRMED_MS = 15 * 60_000;

/**
 * Refuses changes of how a user logs in, or of API credentials, in a session whose user last proved who they are more
 * than 15 minutes ago: an attacker at an open browser must not be able to take over the account (OWASP ASVS 5.0,
 * 7.5.1). Keys, tokens and Basic prove themselves with each call. Errors: `400`, the interface's code for a valid
 * request that can't be carried out; the session's credential is not refused. `confirm` says how: `password` (POST
 * /session/confirm) or `identity_provider` (GET /session/oidc/start?confirm=1, at the provider of the session).
 */
export const requireRecentLogin = ({ config }: Pick<Context, "config">, { session }: Credential, now: number): void => {
  if (session === undefined || now - session.confirmed <= CONFIRMED_MS) return;
  const { provider } = session;
  const atProvider = provider !== undefined && (provider !== SETTINGS_PROVIDER || config.oidc !== undefined);
  const message = atProvider
    ? "Confirm with the login provider first: GET /session/options names it, and ?confirm=1 makes it ask. See docs/sessions.md."
    : "Enter your password again first, with POST /session/confirm. See docs/sessions.md.";
  throw new HttpError(
    400,
    { message, code: "not_confirmed", confirm: atProvider ? "identity_provider" : "password" },
    "not confirmed for some time",
  );
};
