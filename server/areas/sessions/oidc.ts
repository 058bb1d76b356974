import { createHash, createHmac, randomBytes } from "node:crypto";

import * as oidc from "openid-client";

import { isEmailAddress } from "../../../shared/email.ts";
import { incrementCounter } from "../../platform/auth/refusals.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { HttpError } from "../../platform/lib/errors.ts";
import { verificationKeys } from "../../platform/lib/secret/secret-keys.ts";
import { verifyToken, signToken } from "../../platform/lib/secret/signed-token.ts";
import type { SignInProblem } from "./texts.ts";

type Context = RequestContext["context"];
type Settings = NonNullable<Context["config"]["oidc"]>;

/** The cookie that ties the provider's answer to the browser that was sent there, without prefix. */
export const FLOW_COOKIE = "foyer-oidc";
export const FLOW_MS = 10 * 60_000;
const PURPOSE = "oidc";
const TIMEOUT_S = 10;

/** Why logging in at the provider failed; `message` is for the log. */
export class SignInFailure extends Error {
  readonly problem: SignInProblem;

  constructor(problem: SignInProblem, reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.problem = problem;
  }
}

/** The provider where users of the console log in. */
export type Provider = {
  name: string;
  /**
   * Where to send a browser, and the value of its flow cookie.
   * @param session the ID of a session whose user must confirm their identity: the provider asks them even if it knows
   * them
   */
  start(session?: string): Promise<{ url: string; flow: string }>;
  /**
   * The identity that the provider confirms. Errors: SignInFailure.
   * @param query the parameters that the provider added to our address
   * @param flow the value of the browser's flow cookie
   */
  finish(query: string, flow: string | undefined): Promise<VerifiedIdentity>;
};

/** An identity that a provider confirms. */
export type VerifiedIdentity = {
  issuer: string;
  /** The provider's own, permanent identifier. */
  subject: string;
  /** The email address it has verified, in lower case. Errors: SignInFailure if it has not. */
  email: () => Promise<string>;
  /** The session whose user confirmed their identity, if there was one. */
  session: string | undefined;
};

/** A provider that doesn't say otherwise supports Basic (OpenID Connect Discovery 1.0, section 3). */
const authenticateBy =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const way = methods.includes("client_secret_basic") ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    return way(secret)(server, ...rest);
  };

/** The configuration that the provider publishes: requested when first needed, and again only after a failure. */
const discovering = ({ issuer, clientId, clientSecret }: Settings): (() => Promise<oidc.Configuration>) => {
  // The token's signature is checked although it comes straight from the provider: on this machine that may be plain
  // HTTP.
  const execute = [oidc.enableNonRepudiationChecks];
  if (issuer.startsWith("http:")) execute.push(oidc.allowInsecureRequests);
  let configuration: Promise<oidc.Configuration> | undefined;
  return () => {
    configuration ??= oidc
      .discovery(new URL(issuer), clientId, undefined, authenticateBy(clientSecret), { timeout: TIMEOUT_S, execute })
      .catch((error: unknown) => {
        configuration = undefined;
        throw error;
      });
    return configuration;
  };
};

/** State, nonce and code verifier of one login, all derived from its seed: the cookie need not hide anything. */
const secretsOf = (secretKey: string, seed: string) => {
  const derive = (name: string): string =>
    createHmac("sha256", secretKey).update(`${PURPOSE}-${name}:${seed}`).digest("base64url");
  return { state: derive("state"), nonce: derive("nonce"), verifier: derive("verifier") };
};

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

/** Only an address that the provider has verified: users can write any address into their profile. */
const verifiedEmail = (profile: { email?: unknown; email_verified?: unknown }): string => {
  if (typeof profile.email !== "string" || profile.email === "")
    throw new SignInFailure("unverified", "the provider gave no email address");
  // It may be anything, such as a text with a NUL, which no user has and PostgreSQL takes for an error.
  if (!isEmailAddress(profile.email)) throw new SignInFailure("unverified", "the provider gave no valid email address");
  if (profile.email_verified !== true && profile.email_verified !== "true")
    throw new SignInFailure("unverified", "the provider has not verified the email address");
  return profile.email.toLowerCase();
};

/**
 * The contents of the cookie: the seed of the secrets, when the login began (in seconds), and the session whose user
 * confirms their identity, if any.
 */
type Flow = { seed: string; began: number; session: string | undefined };

const subjectOf = ({ seed, began, session }: Flow): string => [began, session ?? "", seed].join("-");

const flowOf = (subject: string): Flow => {
  const [, began = "", session = "", seed = ""] = /^(\d+)-([0-9a-f]*)-(.*)$/.exec(subject) ?? [];
  return { seed, began: Number(began), session: session === "" ? undefined : session };
};

/** Tolerates different clocks. */
const SKEW_S = 60;

/**
 * A provider that lets in known users without asking has proved nothing; OpenID Connect makes it state when it last
 * asked (`max_age`).
 */
const checkAsked = ({ auth_time }: oidc.IDToken, { began, session }: Flow): void => {
  if (session !== undefined && !(typeof auth_time === "number" && auth_time >= began - SKEW_S))
    throw new SignInFailure("unasked", "the provider did not ask again who it is (auth_time)");
};

const vouchedBy = async (
  provider: oidc.Configuration,
  here: URL,
  { flow, secrets }: { flow: Flow; secrets: ReturnType<typeof secretsOf> },
): Promise<VerifiedIdentity> => {
  const tokens = await oidc.authorizationCodeGrant(provider, here, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new SignInFailure("refused", "the provider gave no ID token");
  if (claims.sub.includes("\0")) throw new SignInFailure("refused", "the provider's identifier can't be stored");
  checkAsked(claims, flow);
  // Some providers include the address only on request.
  const profile = () =>
    claims["email"] === undefined ? oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
  const email = async (): Promise<string> => {
    const { email: address, email_verified } = await profile();
    return verifiedEmail({ email: address, email_verified });
  };
  return { issuer: claims.iss, subject: claims.sub, email: () => explained(email()), session: flow.session };
};

/**
 * A flow is finished once, even by a provider that accepts its code twice. Errors: SignInFailure for the second time.
 */
const useOnce = async ({ db, now }: Context, { seed }: Flow): Promise<void> => {
  const counter = `flow:${createHash("sha256").update(seed).digest("base64url")}`;
  await incrementCounter(db, counter, now(), 1).catch((error: unknown) => {
    throw error instanceof HttpError ? new SignInFailure("expired", "the login was finished before") : error;
  });
};

/** Makes the configured provider; it is not contacted before the first login. */
export const makeProvider = (settings: Settings, context: Context): Provider => {
  const { config, secretKey, now } = context;
  const discover = discovering(settings);
  // The port in it may be chosen only when the service listens (PORT=0).
  const callback = (): string => `${config.publicUrl}/session/oidc/callback`;
  const start = async (session: string | undefined) => {
    const seed = randomBytes(32).toString("base64url");
    const flow = { seed, began: Math.floor(now() / 1000), session };
    const { state, nonce, verifier } = secretsOf(secretKey, seed);
    const url = oidc.buildAuthorizationUrl(await discover(), {
      redirect_uri: callback(),
      scope: "openid email",
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...(session === undefined ? {} : { prompt: "login", max_age: "0" }),
    });
    return { url: url.href, flow: signToken(secretKey, PURPOSE, subjectOf(flow), now() + FLOW_MS) };
  };
  const finish = async (query: string, cookie: string | undefined) => {
    const key = verificationKeys(context).find((one) => verifyToken(one, PURPOSE, cookie ?? "", now()) !== undefined);
    const subject = key === undefined ? undefined : verifyToken(key, PURPOSE, cookie ?? "", now());
    if (key === undefined || subject === undefined)
      throw new SignInFailure("expired", "the browser has no login in progress");
    const flow = flowOf(subject);
    await useOnce(context, flow);
    const secrets = secretsOf(key, flow.seed);
    return vouchedBy(await discover(), new URL(`${callback()}${query}`), { flow, secrets });
  };
  return {
    name: settings.name,
    start: (session) => explained(start(session)),
    finish: (query, flow) => explained(finish(query, flow)),
  };
};
