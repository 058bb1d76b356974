import type { KeyObject } from "node:crypto";

import { compactVerify, errors } from "jose";

import type { Statement } from "../db/database.ts";
import { type AuthOutcome, type AuthDeps, type LookupResult, countedRefusal } from "./outcome.ts";
import type { Credential } from "./credential.ts";
import { checkRefusalLimit, LOCATION_JOIN, type LookupExtras, LOOKUP_EXTRAS } from "./location-clock.ts";
import { type Application, applicationIn, claimsProblem } from "./provider/token-claims.ts";
import { parseToken, type ParsedToken } from "./provider/jwt.ts";

type TokenRow = LookupExtras & { _id: string | null; name: string; companies: string[] };

const FIND: Statement = {
  name: "find-idp-credential",
  text: `select ${LOOKUP_EXTRAS}, c._id, c.name, c.companies
from (select) one left join idp_credentials c on c.tenant_id = $1 and c.client_id = $5 ${LOCATION_JOIN}`,
};

const isSigned = async (token: ParsedToken, key: KeyObject): Promise<boolean> => {
  try {
    await compactVerify(token.text, key, { algorithms: ["RS256"] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
};

/** Why the token is refused; undefined if it is valid. */
const checkToken = async (
  deps: AuthDeps,
  token: ParsedToken,
  application: Application,
  now: number,
): Promise<AuthOutcome | undefined> => {
  const { providerKeys } = deps;
  // Before the signature: a token with wrong claims costs no request to the provider.
  const problem = claimsProblem(token.claims, { ...application, authority: providerKeys.authority }, now);
  if (problem !== undefined) return countedRefusal(`token: ${problem}`);
  const key = await providerKeys.find(application.tenantId, token.keyId, now);
  if (key === "unknown") return countedRefusal("token: unknown signing key");
  // Refused like any other, but the failure is ours: it does not count against the source.
  if (key === "unreachable") return { refusal: "token: the identity provider can't be reached", counted: false };
  return (await isSigned(token, key)) ? undefined : countedRefusal("token: wrong signature");
};

/**
 * Looks up and verifies a token of the identity provider (interface 5.8). The credential it claims to belong to is read
 * before verification: only the keys of registered directories are ever requested.
 * @param values source, start of the refusal window and location, for `LOOKUP_EXTRAS`
 */
export const lookUpToken = async (
  deps: AuthDeps,
  text: string,
  values: readonly unknown[],
  now: number,
): Promise<LookupResult> => {
  const token = parseToken(text);
  const application = token === undefined ? undefined : applicationIn(token.claims);
  const ids = [application?.tenantId ?? "", ...values, application?.clientId ?? ""];
  const [row] = await deps.db.named<TokenRow>(FIND, ids);
  checkRefusalLimit(row, now);
  if (token === undefined || application === undefined) return { outcome: countedRefusal("unreadable token"), row };
  if (row === undefined || row._id === null) return { outcome: countedRefusal("token: unregistered application"), row };
  const { _id, name, companies } = row;
  const { exp } = token.claims;
  const credential: Credential = {
    kind: "idp_credential",
    _id,
    name,
    role: "local_admin",
    locations: companies,
    ...(typeof exp === "number" ? { expires: exp * 1000 } : {}),
  };
  return { outcome: (await checkToken(deps, token, application, now)) ?? { credential }, row };
};
