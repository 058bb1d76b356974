import * as oidc from "openid-client";

import { CallFailure } from "../../platform/outbound/call-failure.ts";
import { SignInFailure } from "./sign-in-failure.ts";

const codeOf = (error: Error): string => {
  const code: unknown = "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : error.name;
};

/** The reason for the operator: names of claims and codes, never their values. */
const reasonOf = (error: Error): string => {
  if (error instanceof oidc.ResponseBodyError) return `${codeOf(error)}: ${error.error}`;
  return `${codeOf(error)}: ${error.cause instanceof Error ? error.cause.message : error.message}`;
};

const isDown = (error: Error): boolean =>
  codeOf(error) === "OAUTH_TIMEOUT" || [error, error.cause].some((one) => Object(one).message === "fetch failed");

const CLIENT_REFUSED = new Set(["invalid_client", "unauthorized_client"]);
/** What the provider says of itself; a visitor with a made-up code can bring about other errors. */
const OWN_ERRORS = new Set(["server_error", "temporarily_unavailable", "invalid_scope"]);

/** What went wrong, for the administrator who can change it; undefined for what any visitor can bring about. */
const forAdmin = (error: Error): string | undefined => {
  const call = [error.cause, Object(error.cause).cause].find((cause) => cause instanceof CallFailure);
  if (call !== undefined) return call.message;
  if (isDown(error)) return "The provider can't be reached.";
  const code = error instanceof oidc.ResponseBodyError ? error.error : undefined;
  if (error instanceof oidc.WWWAuthenticateChallengeError || CLIENT_REFUSED.has(code ?? ""))
    return "The provider refused the client ID or the client secret. Check both: a secret can expire.";
  return code !== undefined && OWN_ERRORS.has(code) ? `The provider responded with ${code}.` : undefined;
};

const failureOf = (error: unknown): unknown => {
  if (error instanceof SignInFailure || !(error instanceof Error)) return error;
  if (error instanceof oidc.AuthorizationResponseError)
    return new SignInFailure(error.error === "access_denied" ? "cancelled" : "refused", `provider: ${error.error}`);
  const more = { cause: error, forAdmin: forAdmin(error) };
  return new SignInFailure(isDown(error) ? "unreachable" : "refused", reasonOf(error), more);
};

/** Waits for a provider. Errors: SignInFailure with the reason. */
export const explained = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw failureOf(error);
  });

/** The failure of a provider whose configuration couldn't be read. */
export const unusable = (error: unknown): unknown => {
  const failure = failureOf(error);
  if (!(failure instanceof SignInFailure)) return failure;
  const {
    problem,
    message,
    forAdmin: words = "What the provider publishes can't be used. Test the connection.",
  } = failure;
  return new SignInFailure(problem, message, { cause: error, forAdmin: words });
};
