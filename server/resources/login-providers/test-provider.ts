import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { withoutTrailingSlashes } from "../../platform/lib/net/base-url.ts";
import { isUrlOf } from "../../platform/lib/net/url-checks.ts";
import { isObject } from "../../platform/lib/record/objects.ts";
import { oneLine } from "../../platform/lib/text/one-line.ts";
import { CallFailure } from "../../platform/outbound/call-failure.ts";
import { type Fetch, makeFetch } from "../../platform/outbound/fetch-out.ts";
import { ANY_NETWORK } from "../../platform/outbound/ssrf-guard.ts";
import type { LoginProviderTest } from "./contract.ts";
import { recordHealth } from "./health.ts";
import { read } from "./login-providers.ts";
import * as store from "./store.ts";

type Outcome = Static<typeof LoginProviderTest>;

/** What is wrong with a provider; the message is a sentence for the administrator. */
class Wrong extends Error {}

const failureOf = (error: unknown): CallFailure | undefined =>
  error instanceof TypeError && error.cause instanceof CallFailure ? error.cause : undefined;

const readDocument = async (fetch: Fetch, url: string): Promise<Record<string, unknown>> => {
  const response = await fetch(url, { method: "GET", headers: {} });
  if (response.status !== 200) throw new Wrong(`${url} responded with ${response.status}. Check the issuer.`);
  const document: unknown = await response.json().catch(() => undefined);
  if (!isObject(document)) throw new Wrong(`${url} isn't a JSON document. Check the issuer.`);
  return document;
};

const isUrl = isUrlOf("https:", "http:");

/** An address that the provider must publish. */
const addressIn = (document: Record<string, unknown>, name: string): string => {
  const value = document[name];
  if (typeof value !== "string" || !isUrl(value)) throw new Wrong(`The provider publishes no ${name}.`);
  return value;
};

const readAll = async (issuer: string, fetch: Fetch): Promise<void> => {
  const document = await readDocument(fetch, `${withoutTrailingSlashes(issuer)}/.well-known/openid-configuration`);
  const own = addressIn(document, "issuer");
  if (new URL(own).href !== new URL(issuer).href)
    throw new Wrong(`The provider calls itself ${oneLine(own)}. Enter that as the issuer.`);
  for (const name of ["authorization_endpoint", "token_endpoint"]) addressIn(document, name);
  const { keys } = await readDocument(fetch, addressIn(document, "jwks_uri"));
  if (!Array.isArray(keys) || keys.length === 0) throw new Wrong("The provider publishes no keys.");
};

/** Reads what a provider publishes; a mistake in it is the result, not an error. Errors: `404`. */
export const testProvider = async (ctx: RequestContext, id: string): Promise<Outcome> => {
  const { issuer, from_settings } = await read(ctx, id);
  if (issuer === undefined) return { works: false, problem: "Enter the issuer first." };
  try {
    await readAll(issuer, makeFetch(from_settings ? ANY_NETWORK : ctx.context.config.connectAllowedNetworks));
    return { works: true };
  } catch (error) {
    const words = error instanceof Wrong ? error.message : failureOf(error)?.message;
    if (words === undefined) throw error;
    return { works: false, problem: words };
  }
};

/** Records the outcome of a test, also in the audit log. */
export const recordTest = async (ctx: RequestContext, id: string, outcome: Outcome): Promise<Outcome> => {
  await recordHealth(ctx, id.toLowerCase(), outcome.problem);
  const entry = { location: SERVICE_LOCATION, action: "login_provider.test", subject: "login_provider" };
  const body = { after: { works: outcome.works } };
  await runLoggedQuery(ctx, store.touchLoginProvider(id.toLowerCase()), { ...entry, body });
  return outcome;
};
