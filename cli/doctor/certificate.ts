import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";

import type { Config } from "../../server/config.ts";
import { type Check, type Finding, ok, problem, warning } from "./check.ts";

const DAY_MS = 24 * 60 * 60_000;
const SOON_DAYS = 14;
const RENEW = "Renew it, put the new files in place, and send Foyer SIGHUP (or reload the proxy in front).";
const NAME = "TLS certificate";

/** What is to be said of a certificate that ends then. */
export const judgeEnd = (name: string, until: number, now: number): Finding => {
  const days = Math.floor((until - now) / DAY_MS);
  const date = new Date(until).toISOString().slice(0, 10);
  if (now >= until) return problem(name, `it expired on ${date}`, RENEW);
  return days < SOON_DAYS
    ? warning(name, `it expires in ${days} days, on ${date}`, RENEW)
    : ok(name, `valid until ${date}`);
};

const judgeDates = (certificate: X509Certificate, now: number): Finding =>
  now < Date.parse(certificate.validFrom)
    ? problem(NAME, "it is not valid yet", "Check this machine's clock, or use the right file.")
    : judgeEnd(NAME, Date.parse(certificate.validTo), now);

const judgeName = (certificate: X509Certificate, publicUrl: string): Finding[] => {
  const host = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, "$1");
  const fits = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  if (fits !== undefined) return [];
  const fix = "Set PUBLIC_URL to a name in the certificate, or get a certificate for that name.";
  return [problem(NAME, `it is not for ${host}, which PUBLIC_URL names`, fix)];
};

const judgeKey = (certificate: X509Certificate, key: string): Finding[] => {
  try {
    if (certificate.checkPrivateKey(createPrivateKey(key))) return [];
    return [
      problem(
        "TLS_KEY",
        "it does not belong to the certificate in TLS_CERT",
        "Name the key the certificate was made with.",
      ),
    ];
  } catch {
    return [
      problem(
        "TLS_KEY",
        "it is no private key without a passphrase",
        "Name a PEM file with a key that is not encrypted.",
      ),
    ];
  }
};

const read = (text: string): X509Certificate | undefined => {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
};

/** What is to be said of the certificate at this time. */
export const judgeCertificate = ({ tls, publicUrl }: Pick<Config, "tls" | "publicUrl">, now: number): Finding[] => {
  if (tls === undefined) return [];
  const certificate = read(tls.cert);
  if (certificate === undefined)
    return [problem("TLS_CERT", "it is no certificate", "Name a PEM file that begins with the server's certificate.")];
  return [judgeDates(certificate, now), ...judgeName(certificate, publicUrl), ...judgeKey(certificate, tls.key)];
};

/** The check of TLS_CERT and TLS_KEY. */
export const certificateChecks: readonly Check[] = [({ config, now }) => judgeCertificate(config, now)];
