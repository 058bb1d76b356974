import { guidOf } from "../../lib/record/guid.ts";
import type { Claims } from "./jwt.ts";

/** The claims that identify a registered application; GUIDs in lower case. */
export type Application = { tenantId: string; clientId: string };

/**
 * How far the provider's clock may be ahead of ours. Its tokens expire by our clock: callers renew them long before.
 */
const AHEAD_SECONDS_MAX = 30;

const PUBLIC_AUTHORITY = "https://login.microsoftonline.com";
/** The issuer of v1 tokens everywhere but in China. */
const V1_ISSUERS = ["https://sts.windows.net", "https://sts.chinacloudapi.cn"];

/** Claims about a person: delegated tokens and ID tokens have some of them, app-only tokens have none. */
const PERSONAL = ["scp", "upn", "unique_name", "preferred_username", "amr", "nonce", "at_hash", "c_hash"];

type Version = { issuers: readonly string[]; audiences: readonly string[] };
type ExpectedClaims = Application & { authority: string };

/** The two forms of a token, with the issuer and audience of each. */
const versions = (claims: Claims, { authority, clientId }: ExpectedClaims): Record<"1.0" | "2.0", Version> => {
  const tenant = String(claims["tid"]);
  return {
    "1.0": {
      issuers: [...V1_ISSUERS, authority].map((base) => `${base}/${tenant}/`),
      audiences: [clientId, `api://${clientId}`],
    },
    // An authority in front of the public one passes its tokens on.
    "2.0": {
      issuers: [authority, PUBLIC_AUTHORITY].map((base) => `${base}/${tenant}/v2.0`),
      audiences: [clientId],
    },
  };
};

const isIn = (value: unknown, texts: readonly string[]): boolean => typeof value === "string" && texts.includes(value);

const versionOf = (claims: Claims, expected: ExpectedClaims): Version | undefined => {
  const both = versions(claims, expected);
  const { iss, ver } = claims;
  const version = isIn(iss, both["1.0"].issuers) ? "1.0" : "2.0";
  return isIn(iss, both[version].issuers) && (ver === undefined || ver === version) ? both[version] : undefined;
};

const isTime = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

const hasBegun = (value: unknown, seconds: number): boolean =>
  value === undefined || (isTime(value) && value <= seconds + AHEAD_SECONDS_MAX);

/**
 * The application that the token was given to: `appid` in v1 tokens, `azp` in v2. A token with both has the same one
 * twice.
 */
const clientIn = ({ appid, azp }: Claims): string | undefined => {
  const [first, ...rest] = [appid, azp].filter((claim) => claim !== undefined).map(guidOf);
  return rest.every((client) => client === first) ? first : undefined;
};

/**
 * The application it claims to belong to, by which its credential is looked up. Undefined if the claims are missing.
 */
export const applicationIn = (claims: Claims): Application | undefined => {
  const tenantId = guidOf(claims["tid"]);
  const clientId = clientIn(claims);
  return tenantId === undefined || clientId === undefined ? undefined : { tenantId, clientId };
};

/**
 * Whether the application got the token for itself, by the client credentials grant (interface 5.8). The provider says
 * so in `idtyp` if that claim is turned on. Otherwise the subject decides: an application's token has its object ID in
 * both `oid` and `sub` (elsewhere the client ID in `sub`, or no subject at all), a person's has two that differ.
 */
const isAppOnly = (claims: Claims, clientId: string): boolean => {
  const { idtyp, oid, sub, appidacr, azpacr } = claims;
  if (PERSONAL.some((name) => Object.hasOwn(claims, name))) return false;
  // "0" is a client that proved nothing.
  if ([appidacr, azpacr].some((proof) => proof !== undefined && proof !== "1" && proof !== "2")) return false;
  if ([oid, sub].some((id) => id !== undefined && typeof id !== "string")) return false;
  return idtyp === "app" || (idtyp === undefined && (sub === oid || guidOf(sub) === clientId));
};

/**
 * What is wrong with the claims of a registered application's token (interface 5.8); undefined if they are valid. For
 * the log only.
 * @param expected the registered application, and the authority from which its keys come
 * @param now milliseconds since 1970
 */
export const claimsProblem = (claims: Claims, expected: ExpectedClaims, now: number): string | undefined => {
  const seconds = now / 1000;
  const version = versionOf(claims, expected);
  const { aud, exp, nbf, iat } = claims;
  if (guidOf(claims["tid"]) !== expected.tenantId) return "another tenant";
  if (version === undefined) return "another issuer";
  if (!isIn(typeof aud === "string" ? aud.toLowerCase() : aud, version.audiences)) return "another audience";
  if (!isTime(exp) || exp <= seconds) return "expired";
  if (!hasBegun(nbf, seconds) || !hasBegun(iat, seconds)) return "not valid yet";
  return isAppOnly(claims, expected.clientId) ? undefined : "not from the client credentials grant";
};
