import { createServer } from "node:net";

import type { Config } from "../../../server/platform/config/config.ts";
import { isWildcardAddress, localHostOf } from "../../../server/platform/lib/net/listen-address.ts";
import { probeHealth, type ProbeResult } from "./probe-health.ts";
import { judgeEnd } from "./certificate.ts";
import { readAuthorityCertificate } from "../tls/files.ts";
import {
  advice,
  type Check,
  type Finding,
  isLoopback,
  ok,
  problem,
  warning,
} from "../../../server/jobs/system/checks/check.ts";
import type { MachineCheck } from "./machine-check.ts";

/** The address by which this machine itself would reach the service. */
const localUrl = ({ host, port, tls }: Config): string =>
  `${tls === undefined ? "http" : "https"}://${localHostOf(host)}:${port}`;

/** Listens for a moment; returns the error's code if that is not possible. */
const tryListening = ({ host, port }: Config): Promise<string | undefined> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(String(Reflect.get(error, "code"))));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

const cannotListen = (code: string, { host, port }: Config): Finding => {
  if (code === "EADDRINUSE")
    return problem("PORT", `${port} is in use by another program`, "Stop that program, or set PORT to another one.");
  if (code === "EACCES")
    return problem(
      "PORT",
      `this user isn't allowed to open port ${port}`,
      "Set PORT to 1024 or above, with a proxy in front.",
    );
  return problem(
    "HOST",
    `${host} isn't an address of this machine (${code})`,
    "Set HOST to one that is, or to 0.0.0.0.",
  );
};

const port: Check = async ({ config, unusable }) => {
  if (unusable.has("PORT") || unusable.has("HOST")) return [];
  const code = await tryListening(config);
  if (code === undefined) return [ok("PORT", `port ${config.port} is free, but Foyer isn't running on it`)];
  if (code === "EADDRINUSE" && (await probeHealth(localUrl(config), { trustAll: true })).kind === "foyer")
    return [ok("PORT", `Foyer is running on ${config.port}`)];
  return [cannotListen(code, config)];
};

const exposed: Check = ({ config }) => {
  if (isLoopback(config.host) || config.tls !== undefined || config.trustedProxies.length > 0) return [];
  const fix =
    "Set TLS_CERT and TLS_KEY. Or put a TLS proxy in front, add it to TRUSTED_PROXIES, and set HOST to an address that only the proxy can reach.";
  return [warning("HOST", `${config.host} without TLS: passwords and keys are sent unencrypted`, fix)];
};

const https: Check = ({ config }) => {
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol === "https:" || isLoopback(hostname) || isWildcardAddress(hostname)) return [];
  const fix = "Give it HTTPS (a proxy, or TLS_CERT and TLS_KEY) and set PUBLIC_URL to the https:// address.";
  return [warning("PUBLIC_URL", "it doesn't use https, so browsers block the camera and __Host- cookies", fix)];
};

const pointsElsewhere = (config: Config): string | undefined => {
  const url = new URL(config.publicUrl);
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (isWildcardAddress(url.hostname)) return `${url.hostname} isn't an address anyone can open`;
  if (!isLoopback(config.host) && isLoopback(url.hostname)) return "its links take everyone to their own machine";
  if (config.trustedProxies.length > 0) return undefined;
  if (port !== config.port) return `it uses port ${port}, but Foyer listens on ${config.port}`;
  if (isLoopback(config.host) && !isLoopback(url.hostname))
    return `it uses ${url.hostname}, but Foyer only listens on ${config.host}`;
  return undefined;
};

const publicUrl: Check = ({ config, unusable }) => {
  const isLost = ["PUBLIC_URL", "PORT", "HOST"].some((name) => unusable.has(name));
  const words = isLost ? undefined : pointsElsewhere(config);
  if (words === undefined) return [];
  const fix = "Set PUBLIC_URL to the address people open. With a proxy in front, also set TRUSTED_PROXIES.";
  return [warning("PUBLIC_URL", words, fix)];
};

/** The finding about a proxy's certificate; for the service's own, the files are checked (certificate.ts). */
export const judgeProxy = (
  { config, now }: { config: Pick<Config, "tls">; now: number },
  ends: number | undefined,
): Finding[] => {
  if (ends === undefined || Number.isNaN(ends) || config.tls !== undefined) return [];
  return [judgeEnd("PUBLIC_URL's certificate", ends, now)];
};

const CERTIFICATE_REFUSED = /CERT|UNABLE_TO_VERIFY|ALTNAME/;
const TRUST =
  "Serve the whole chain with it. If it is from an authority of your own, install that on every device (docs/local-network.md), and here with NODE_EXTRA_CA_CERTS.";

const judgeAnswer = (answer: ProbeResult, shown: string): Finding => {
  if (answer.kind === "foyer") return ok("PUBLIC_URL", `${shown} responds`);
  const fix = "Check the name, the proxy's target and the firewall. Open it in a browser on another machine.";
  if (answer.kind === "stranger") return problem("PUBLIC_URL", `something else responds at ${shown}`, fix);
  if (CERTIFICATE_REFUSED.test(answer.reason))
    return warning("PUBLIC_URL", `this machine doesn't trust the certificate of ${shown} (${answer.reason})`, TRUST);
  return warning("PUBLIC_URL", `${shown} doesn't respond (${answer.reason})`, fix);
};

const publicAnswer: MachineCheck = async (situation) => {
  const { config, env, unusable } = situation;
  const publicUrl = config.publicUrl.replace(/\/\/[^/@]*@/, "//");
  const isGiven = env["PUBLIC_URL"] !== undefined || env["PUBLIC_URL_FILE"] !== undefined;
  if (unusable.has("PUBLIC_URL") || !isGiven) return [];
  if ((await probeHealth(localUrl(config), { trustAll: true })).kind !== "foyer")
    return [
      advice("PUBLIC_URL", `${publicUrl} not tried because Foyer isn't running`, "Start it and run the doctor again."),
    ];
  const authority = await readAuthorityCertificate(config.dataDir);
  const answer = await probeHealth(config.publicUrl, { trustAll: false, authority });
  return [
    judgeAnswer(answer, publicUrl),
    ...judgeProxy(situation, answer.kind === "foyer" ? answer.certificateEnds : undefined),
  ];
};

/** Checks of the address the service listens on and of the one people use. */
export const networkChecks: readonly MachineCheck[] = [port, exposed, https, publicUrl, publicAnswer];
