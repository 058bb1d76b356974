import { createHmac, randomBytes } from "node:crypto";

import * as oidc from "openid-client";

import type { Act } from "../http/call.ts";
import { readToken, signToken } from "../lib/signed.ts";
import type { SignInProblem } from "./texts.ts";

type Context = Act["context"];
type Settings = NonNullable<Context["config"]["oidc"]>;

/** The cookie that ties the answer of the provider to the browser that was sent there, without prefix. */
export const FLOW_COOKIE = "foyer-oidc";
export const FLOW_MS = 10 * 60_000;
const PURPOSE = "oidc";
const TIMEOUT_S = 10;

/** Why signing in at the provider did not work; `message` is for the log. */
export class SignInFailure extends Error {
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.problem = problem;
  }
}

/** The provider where people of the console sign in. */
export type Provider = {
  name: string;
  /** Where to send a browser, and the value of the cookie it takes along. */
  start(): Promise<{ url: string; flow: string }>;
  /**
   * The e-mail address that the provider vouches for, in lower case. Errors: SignInFailure.
   * @param query what the provider's answer added to our address
   * @param flow the value of the browser's cookie
   */
  finish(query: string, flow: string | undefined): Promise<string>;
};

/** Basic is what a provider supports that says nothing (OpenID Connect Discovery 1.0, section 3). */
const authenticateBy =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const way = methods.includes("client_secret_basic") ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    return way(secret)(server, ...rest);
  };

/** The configuration the provider publishes: asked for when it is first needed, and again only after that failed. */
const discovering = ({ issuer, clientId, clientSecret }: Settings): (() => Promise<oidc.Configuration>) => {
  // The signature of the token is checked although it comes straight from the provider: it may be plain HTTP on this machine.
  const execute = [oidc.enableNonRepudiationChecks];
  if (issuer.startsWith("http:")) execute.push(oidc.allowInsecureRequests);
  let found: Promise<oidc.Configuration> | undefined;
  return () => {
    found ??= oidc
      .discovery(new URL(issuer), clientId, undefined, authenticateBy(clientSecret), { timeout: TIMEOUT_S, execute })
      .catch((error: unknown) => {
        found = undefined;
        throw error;
      });
    return found;
  };
};

/** State, nonce and code verifier of one sign-in, all from its seed: the cookie need not hide anything. */
const secretsOf = (secretKey: string, seed: string) => {
  const derive = (name: string): string =>
    createHmac("sha256", secretKey).update(`${PURPOSE}-${name}:${seed}`).digest("base64url");
  return { state: derive("state"), nonce: derive("nonce"), verifier: derive("verifier") };
};

const codeOf = (error: Error): string => {
  const code: unknown = "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : error.name;
};

/** Why, for whoever runs the service: names of claims and codes, never their values. */
const reasonOf = (error: Error): string => {
  if (error instanceof oidc.ResponseBodyError) return `${codeOf(error)}: ${error.error}`;
  return `${codeOf(error)}: ${error.cause instanceof Error ? error.cause.message : error.message}`;
};

const isDown = (error: Error): boolean =>
  codeOf(error) === "OAUTH_TIMEOUT" || [error, error.cause].some((one) => Object(one).message === "fetch failed");

const failureOf = (error: unknown): unknown => {
  if (error instanceof SignInFailure || !(error instanceof Error)) return error;
  if (error instanceof oidc.AuthorizationResponseError)
    return new SignInFailure(error.error === "access_denied" ? "cancelled" : "refused", `provider: ${error.error}`);
  return new SignInFailure(isDown(error) ? "unreachable" : "refused", reasonOf(error), { cause: error });
};

const explained = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw failureOf(error);
  });

/** Only an address the provider has confirmed: anybody may write somebody else's into their profile. */
const verifiedEmail = (profile: { email?: unknown; email_verified?: unknown }): string => {
  if (typeof profile.email !== "string" || profile.email === "")
    throw new SignInFailure("unverified", "the provider gives no e-mail address");
  if (profile.email_verified !== true && profile.email_verified !== "true")
    throw new SignInFailure("unverified", "the provider has not verified the e-mail address");
  return profile.email.toLowerCase();
};

const emailOf = async (provider: oidc.Configuration, here: URL, secrets: ReturnType<typeof secretsOf>) => {
  const tokens = await oidc.authorizationCodeGrant(provider, here, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new SignInFailure("refused", "the provider gives no ID token");
  // Some providers tell the address only when asked for it.
  const profile =
    claims["email"] === undefined ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
  return verifiedEmail({ email: profile["email"], email_verified: profile["email_verified"] });
};

/** Makes the provider of the settings; nothing is asked of it before somebody signs in. */
export const makeProvider = (settings: Settings, { config, secretKey, now }: Context): Provider => {
  const discover = discovering(settings);
  const callback = `${config.publicUrl}/session/oidc/callback`;
  const start = async () => {
    const seed = randomBytes(32).toString("base64url");
    const { state, nonce, verifier } = secretsOf(secretKey, seed);
    const url = oidc.buildAuthorizationUrl(await discover(), {
      redirect_uri: callback,
      scope: "openid email",
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    return { url: url.href, flow: signToken(secretKey, PURPOSE, seed, now() + FLOW_MS) };
  };
  const finish = async (query: string, flow: string | undefined) => {
    const seed = flow === undefined ? undefined : readToken(secretKey, PURPOSE, flow, now());
    if (seed === undefined) throw new SignInFailure("expired", "the browser has no sign-in under way");
    return emailOf(await discover(), new URL(`${callback}${query}`), secretsOf(secretKey, seed));
  };
  return {
    name: settings.name,
    start: () => explained(start()),
    finish: (query, flow) => explained(finish(query, flow)),
  };
};
