import { createServer } from "node:net";

import type { Config } from "../../server/config.ts";
import { isAnyAddress, localHostOf } from "../../server/lib/any-address.ts";
import { ask, type Asked } from "./ask.ts";
import { judgeEnd } from "./certificate.ts";
import { advice, type Check, type Finding, isLoopback, ok, problem, warning } from "./check.ts";

/** Where this machine itself would reach the service. */
const localUrl = ({ host, port, tls }: Config): string =>
  `${tls === undefined ? "http" : "https"}://${localHostOf(host)}:${port}`;

/** Listens for a moment; the error's code when that is not possible. */
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
    return problem("PORT", `this user may not open ${port}`, "Set PORT to 1024 or above, with a proxy in front.");
  return problem("HOST", `${host} is no address of this machine (${code})`, "Set HOST to one that is, or to 0.0.0.0.");
};

const port: Check = async ({ config, unusable }) => {
  if (unusable.has("PORT") || unusable.has("HOST")) return [];
  const code = await tryListening(config);
  if (code === undefined) return [ok("PORT", `${config.port} is free; Foyer is not running on it`)];
  if (code === "EADDRINUSE" && (await ask(localUrl(config), { trustAll: true })).kind === "foyer")
    return [ok("PORT", `Foyer is running on ${config.port}`)];
  return [cannotListen(code, config)];
};

const exposed: Check = ({ config }) => {
  if (isLoopback(config.host) || config.tls !== undefined || config.trustedProxies.length > 0) return [];
  const fix =
    "Set TLS_CERT and TLS_KEY; or put a proxy with TLS in front, name it in TRUSTED_PROXIES, and set HOST to an address only it reaches.";
  return [warning("HOST", `${config.host} without TLS: passwords and keys cross the network in the clear`, fix)];
};

const https: Check = ({ config }) => {
  const { protocol, hostname } = new URL(config.publicUrl);
  if (protocol === "https:" || isLoopback(hostname) || isAnyAddress(hostname)) return [];
  const fix = "Give it HTTPS (a proxy, or TLS_CERT and TLS_KEY) and set PUBLIC_URL to the https:// address.";
  return [warning("PUBLIC_URL", "it has no https: browsers then allow no camera and no __Host- cookies", fix)];
};

const pointsElsewhere = (config: Config): string | undefined => {
  const url = new URL(config.publicUrl);
  const sent = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  if (isAnyAddress(url.hostname)) return `${url.hostname} is an address nobody can open`;
  if (!isLoopback(config.host) && isLoopback(url.hostname)) return "links in it lead every reader to their own machine";
  if (config.trustedProxies.length > 0) return undefined;
  if (sent !== config.port) return `it leads to port ${sent}, and Foyer listens on ${config.port}`;
  if (isLoopback(config.host) && !isLoopback(url.hostname))
    return `it names ${url.hostname}, and Foyer listens on ${config.host} only`;
  return undefined;
};

const publicUrl: Check = ({ config, unusable }) => {
  const isLost = ["PUBLIC_URL", "PORT", "HOST"].some((name) => unusable.has(name));
  const words = isLost ? undefined : pointsElsewhere(config);
  if (words === undefined) return [];
  const fix = "Set PUBLIC_URL to the address people open; with a proxy in front also TRUSTED_PROXIES.";
  return [warning("PUBLIC_URL", words, fix)];
};

/** What is to be said of the certificate of a proxy; of an own one the files are looked at (certificate.ts). */
export const judgeProxy = (
  { config, now }: { config: Pick<Config, "tls">; now: number },
  ends: number | undefined,
): Finding[] => {
  if (ends === undefined || Number.isNaN(ends) || config.tls !== undefined) return [];
  return [judgeEnd("PUBLIC_URL's certificate", ends, now)];
};

const judgeAnswer = (answer: Asked, shown: string): Finding => {
  if (answer.kind === "foyer") return ok("PUBLIC_URL", `${shown} answers`);
  const fix = "Check the name, the proxy's target and the firewall; open it in a browser on another machine.";
  if (answer.kind === "stranger") return problem("PUBLIC_URL", `something else answers at ${shown}`, fix);
  return warning("PUBLIC_URL", `${shown} does not answer (${answer.reason})`, fix);
};

const publicAnswer: Check = async (situation) => {
  const { config, env, unusable } = situation;
  const shown = config.publicUrl.replace(/\/\/[^/@]*@/, "//");
  const isGiven = env["PUBLIC_URL"] !== undefined || env["PUBLIC_URL_FILE"] !== undefined;
  if (unusable.has("PUBLIC_URL") || !isGiven) return [];
  if ((await ask(localUrl(config), { trustAll: true })).kind !== "foyer")
    return [advice("PUBLIC_URL", `${shown} was not tried: Foyer is not running`, "Start it and run the doctor again.")];
  const answer = await ask(config.publicUrl, { trustAll: false });
  return [
    judgeAnswer(answer, shown),
    ...judgeProxy(situation, answer.kind === "foyer" ? answer.certificateEnds : undefined),
  ];
};

/** Checks of where the service listens and how people get there. */
export const networkChecks: readonly Check[] = [port, exposed, https, publicUrl, publicAnswer];
