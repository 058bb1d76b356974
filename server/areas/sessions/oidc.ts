import { createHash, createHmac, randomBytes } from "node:crypto";

import * as oidc from "openid-client";

import { incrementCounter } from "../../platform/auth/refusals.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { HttpError } from "../../platform/lib/errors.ts";
import { verificationKeys } from "../../platform/lib/secret/secret-keys.ts";
import { verifyToken, signToken } from "../../platform/lib/secret/signed-token.ts";
import type { ProviderSettings } from "../../resources/login-providers/settings.ts";
import { checkGroupsNamed, groupsIn, namesIn, verifiedEmail } from "./claims.ts";
import { explained, unusable } from "./provider-failure.ts";
import { SignInFailure } from "./sign-in-failure.ts";

type Context = RequestContext["context"];

/** The cookie that ties the provider's answer to the browser that was sent there, without prefix. */
export const FLOW_COOKIE = "foyer-oidc";
export const FLOW_MS = 10 * 60_000;
const PURPOSE = "oidc";
const TIMEOUT_S = 10;

/** A provider where users of the console log in. */
export type Provider = ProviderSettings & {
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
  /** The provider's ID. */
  provider: string;
  issuer: string;
  /** The provider's own, permanent identifier. */
  subject: string;
  /** The email address it has verified, in lower case. Errors: SignInFailure if it has not. */
  email: () => Promise<string>;
  /** The person's names, as far as the provider gives them. */
  names: () => Promise<{ first_name: string | null; last_name: string | null }>;
  /** The groups that the provider names. Errors: SignInFailure if it names them elsewhere. */
  groups: () => Promise<readonly string[]>;
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

/**
 * State, nonce and code verifier of one login with one provider, all derived from its seed: the cookie need not hide
 * anything.
 */
const secretsOf = (secretKey: string, { provider, seed }: Pick<Flow, "provider" | "seed">) => {
  const derive = (name: string): string =>
    createHmac("sha256", secretKey).update(`${PURPOSE}-${name}:${provider}:${seed}`).digest("base64url");
  return { state: derive("state"), nonce: derive("nonce"), verifier: derive("verifier") };
};

/** The configuration that the provider publishes: requested when first needed, and again only after a failure. */
const discovering = (settings: ProviderSettings): (() => Promise<oidc.Configuration>) => {
  const { issuer, clientId, clientSecret, fetch } = settings;
  const keyLost = "The client secret can't be read, because SECRET_KEY has changed. Enter it again.";
  if (clientSecret === undefined)
    return () => Promise.reject(new SignInFailure("refused", keyLost, { forAdmin: keyLost }));
  // The token's signature is checked although it comes straight from the provider: on this machine that may be plain
  // HTTP.
  const execute = [oidc.enableNonRepudiationChecks];
  if (issuer.startsWith("http:")) execute.push(oidc.allowInsecureRequests);
  const options = { timeout: TIMEOUT_S, execute, ...(fetch && { [oidc.customFetch]: fetch }) };
  let configuration: Promise<oidc.Configuration> | undefined;
  return () => {
    configuration ??= oidc
      .discovery(new URL(issuer), clientId, undefined, authenticateBy(clientSecret), options)
      .catch((error: unknown) => {
        configuration = undefined;
        throw unusable(error);
      });
    return configuration;
  };
};

/**
 * The contents of the cookie: the provider, the seed of the secrets, when the login began (in seconds), and the session
 * whose user confirms their identity, if any.
 */
type Flow = { provider: string; seed: string; began: number; session: string | undefined };

const subjectOf = ({ provider, seed, began, session }: Flow): string =>
  [began, session ?? "", provider, seed].join("-");

const flowOf = (subject: string): Flow => {
  const [, began = "", session = "", provider = "", seed = ""] =
    /^(\d+)-([0-9a-f]*)-([0-9a-f]*)-(.*)$/.exec(subject) ?? [];
  return { provider, seed, began: Number(began), session: session === "" ? undefined : session };
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

/** What the provider says of the person: in the ID token or, only on request, in the user info. */
const profileReader = (provider: oidc.Configuration, accessToken: string, claims: oidc.IDToken) => {
  let asked: Promise<Record<string, unknown>> | undefined;
  return async (wanted: string): Promise<Record<string, unknown>> => {
    if (claims[wanted] !== undefined || provider.serverMetadata().userinfo_endpoint === undefined) return claims;
    asked ??= oidc.fetchUserInfo(provider, accessToken, claims.sub);
    return asked;
  };
};

const vouchedBy = async (
  provider: oidc.Configuration,
  here: URL,
  { settings, flow, secrets }: { settings: ProviderSettings; flow: Flow; secrets: ReturnType<typeof secretsOf> },
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
  const profile = profileReader(provider, tokens.access_token, claims);
  return {
    provider: settings._id,
    issuer: claims.iss,
    subject: claims.sub,
    email: () => explained(profile("email").then(verifiedEmail)),
    names: () => explained(profile("given_name").then(namesIn)),
    groups: async () => {
      checkGroupsNamed(claims, settings.groupsClaim);
      return groupsIn(await explained(profile(settings.groupsClaim)), settings.groupsClaim);
    },
    session: flow.session,
  };
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

/** The flow of a browser's cookie, and the key that signed it. Errors: SignInFailure. */
const readFlow = (context: Context, cookie = ""): { key: string; flow: Flow } => {
  const now = context.now();
  const key = verificationKeys(context).find((one) => verifyToken(one, PURPOSE, cookie, now) !== undefined);
  const subject = key === undefined ? undefined : verifyToken(key, PURPOSE, cookie, now);
  if (key === undefined || subject === undefined)
    throw new SignInFailure("expired", "the browser has no login in progress");
  return { key, flow: flowOf(subject) };
};

/** Makes a provider of its settings; it is not contacted before the first login. */
export const makeProvider = (settings: ProviderSettings, context: Context): Provider => {
  const { secretKey, now } = context;
  const discover = discovering(settings);
  const start = async (session: string | undefined) => {
    const seed = randomBytes(32).toString("base64url");
    const flow = { provider: settings._id, seed, began: Math.floor(now() / 1000), session };
    const { state, nonce, verifier } = secretsOf(secretKey, flow);
    const url = oidc.buildAuthorizationUrl(await discover(), {
      redirect_uri: settings.redirectUri,
      scope: settings.scopes,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...(session === undefined ? {} : { prompt: "login", max_age: "0" }),
    });
    return { url: url.href, flow: signToken(secretKey, PURPOSE, subjectOf(flow), now() + FLOW_MS) };
  };
  const finish = async (query: string, cookie: string | undefined) => {
    const { key, flow } = readFlow(context, cookie);
    // The mix-up attack: one provider's answer in a login with another. Nothing of it is sent to either.
    if (flow.provider !== settings._id) throw new SignInFailure("refused", "the answer of another provider");
    await useOnce(context, flow);
    const secrets = secretsOf(key, flow);
    return vouchedBy(await discover(), new URL(`${settings.redirectUri}${query}`), { settings, flow, secrets });
  };
  return {
    ...settings,
    start: (session) => explained(start(session)),
    finish: (query, flow) => explained(finish(query, flow)),
  };
};
