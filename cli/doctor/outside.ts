import { type Check, isLoopback, ok, problem, warning } from "./check.ts";
import { hostOf, unreachable } from "./reach.ts";

const smsGateway: Check = async ({ config }) => {
  if (config.smsGateway === undefined) return [];
  const { url } = config.smsGateway;
  const reason = await unreachable(url);
  if (reason === undefined) return [ok("SMS_GATEWAY_URL", `${hostOf(url)} is reached`)];
  const fix = "Check host, port and firewall; SMS wait for 24 hours and are then given up.";
  return [problem("SMS_GATEWAY_URL", `${hostOf(url)} is not reached (${reason})`, fix)];
};

const signInProvider: Check = async ({ config }) => {
  if (config.oidc === undefined) return [];
  const { issuer } = config.oidc;
  const reason = await unreachable(issuer);
  if (reason === undefined) return [ok("OIDC_ISSUER", `${hostOf(issuer)} is reached`)];
  const fix = "Check the name and the firewall; until then people sign in to the console with a password.";
  return [problem("OIDC_ISSUER", `${hostOf(issuer)} is not reached (${reason})`, fix)];
};

const collector: Check = async ({ config }) => {
  if (config.traces === undefined) return [];
  const { url } = config.traces;
  const reason = await unreachable(url);
  if (reason === undefined) return [ok("OTEL_EXPORTER_OTLP_ENDPOINT", `${hostOf(url)} is reached`)];
  const fix = "Start the collector (OTLP over HTTP, usually port 4318), or take the setting out.";
  return [warning("OTEL_EXPORTER_OTLP_ENDPOINT", `${hostOf(url)} takes no traces (${reason})`, fix)];
};

const clearText: Check = ({ config }) =>
  [
    { name: "SMS_GATEWAY_URL", url: config.smsGateway?.url, what: "telephone numbers and texts" },
    { name: "OTEL_EXPORTER_OTLP_ENDPOINT", url: config.traces?.url, what: "traces" },
  ].flatMap(({ name, url, what }) => {
    if (url === undefined || !url.startsWith("http:") || isLoopback(new URL(url).hostname)) return [];
    return [warning(name, `${what} cross the network in the clear to ${hostOf(url)}`, "Use its https:// address.")];
  });

/** Checks of what Foyer calls by its settings: each is connected to, and told nothing. */
export const outsideChecks: readonly Check[] = [smsGateway, signInProvider, collector, clearText];
