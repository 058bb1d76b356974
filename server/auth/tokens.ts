import type { KeyObject } from "node:crypto";

import { compactVerify, errors } from "jose";

import type { Statement } from "../db/database.ts";
import { type Accepted, type Gate, type Looked, refusal } from "./accepted.ts";
import type { Credential } from "./credential.ts";
import { checkShutOut, PLACE_JOIN, type Surroundings, SURROUNDINGS } from "./place.ts";
import { type Application, applicationIn, claimsProblem } from "./token-claims.ts";
import { readToken, type ReadToken } from "./token-text.ts";

type TokenRow = Surroundings & { _id: string | null; name: string; companies: string[] };

const FIND: Statement = {
  name: "find-idp-credential",
  text: `select ${SURROUNDINGS}, c._id, c.name, c.companies
from (select) one left join idp_credentials c on c.tenant_id = $1 and c.client_id = $5 ${PLACE_JOIN}`,
};

const isSigned = async (token: ReadToken, key: KeyObject): Promise<boolean> => {
  try {
    await compactVerify(token.text, key, { algorithms: ["RS256"] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
};

/** Why the token is refused; undefined when it is good. */
const judge = async (
  gate: Gate,
  token: ReadToken,
  application: Application,
  now: number,
): Promise<Accepted | undefined> => {
  const { providerKeys } = gate;
  // Before the signature: what is wrong by its own words costs the provider no fetch.
  const problem = claimsProblem(token.claims, { ...application, authority: providerKeys.authority }, now);
  if (problem !== undefined) return refusal(`token: ${problem}`);
  const key = await providerKeys.find(application.tenantId, token.keyId, now);
  if (key === "unknown") return refusal("token: unknown signing key");
  // Refused like any other, but the failure is ours: it does not count against the source.
  if (key === "unreachable") return { refusal: "token: the identity provider cannot be reached", counted: false };
  return (await isSigned(token, key)) ? undefined : refusal("token: wrong signature");
};

/**
 * Looks the token of an identity provider up and verifies it (interface 5.8). Which credential it claims to belong to is read
 * from it before it is verified: only the keys of registered directories are ever asked for.
 * @param values source, start of the refusal window and location, as `SURROUNDINGS` asks for them
 */
export const lookUpToken = async (
  gate: Gate,
  text: string,
  values: readonly unknown[],
  now: number,
): Promise<Looked> => {
  const token = readToken(text);
  const application = token === undefined ? undefined : applicationIn(token.claims);
  const ids = [application?.tenantId ?? "", ...values, application?.clientId ?? ""];
  const [row] = await gate.db.named<TokenRow>(FIND, ids);
  checkShutOut(row, now);
  if (token === undefined || application === undefined) return { accepted: refusal("unreadable token"), row };
  if (row === undefined || row._id === null) return { accepted: refusal("token: unregistered application"), row };
  const { _id, name, companies } = row;
  const credential: Credential = { kind: "idp_credential", _id, name, role: "local_admin", locations: companies };
  return { accepted: (await judge(gate, token, application, now)) ?? { credential }, row };
};
