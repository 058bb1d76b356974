import { channels, urlOf, urlSettingOf } from "../../../server/platform/channels/channels.ts";
import { type Check, isLoopback, ok, problem, warning } from "../../../server/jobs/system/checks/check.ts";
import { hostOf, unreachable } from "./connect-to.ts";

const signInProvider: Check = async ({ config }) => {
  if (config.oidc === undefined) return [];
  const { issuer } = config.oidc;
  const reason = await unreachable(issuer);
  if (reason === undefined) return [ok("OIDC_ISSUER", `${hostOf(issuer)} can be reached`)];
  const fix = "Check the name and the firewall. Until then, people log in to the console with a password.";
  return [problem("OIDC_ISSUER", `${hostOf(issuer)} can't be reached (${reason})`, fix)];
};

const collector: Check = async ({ config }) => {
  if (config.traces === undefined) return [];
  const { url } = config.traces;
  const reason = await unreachable(url);
  if (reason === undefined) return [ok("OTEL_EXPORTER_OTLP_ENDPOINT", `${hostOf(url)} can be reached`)];
  const fix = "Start the collector (OTLP over HTTP, usually port 4318), or remove the setting.";
  return [warning("OTEL_EXPORTER_OTLP_ENDPOINT", `${hostOf(url)} doesn't accept traces (${reason})`, fix)];
};

const clearText: Check = ({ config }) =>
  [
    ...channels.map((channel) => ({
      name: urlSettingOf(channel),
      url: urlOf(config.channels, channel),
      what: "addresses and texts",
    })),
    { name: "OTEL_EXPORTER_OTLP_ENDPOINT", url: config.traces?.url, what: "traces" },
  ].flatMap(({ name, url, what }) => {
    if (url === undefined || !url.startsWith("http:") || isLoopback(new URL(url).hostname)) return [];
    return [warning(name, `${what} are sent unencrypted to ${hostOf(url)}`, "Use its https:// address.")];
  });

/** Checks of the servers in Foyer's settings: it connects to each, and sends nothing. */
export const outboundChecks: readonly Check[] = [signInProvider, collector, clearText];
