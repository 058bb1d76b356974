import { createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";

import type { Config } from "../../../server/platform/config/config.ts";
import { countOf } from "../../../server/platform/lib/text/count-of.ts";
import { type Check, type Finding, ok, problem, warning } from "../../../server/jobs/system/checks/check.ts";
import { CERTIFICATE_DAYS_MIN } from "../../../shared/system-limits.ts";

const DAY_MS = 24 * 60 * 60_000;
const RENEW = "Renew it, put the new files in place, and send Foyer SIGHUP (or reload the proxy in front).";
const NAME = "TLS certificate";

/** The finding about a certificate that expires then. */
export const judgeEnd = (name: string, until: number, now: number): Finding => {
  const days = Math.floor((until - now) / DAY_MS);
  const date = new Date(until).toISOString().slice(0, 10);
  if (now >= until) return problem(name, `it expired on ${date}`, RENEW);
  return days < CERTIFICATE_DAYS_MIN
    ? warning(name, `it expires in ${countOf(days, "day")}, on ${date}`, RENEW)
    : ok(name, `valid until ${date}`);
};

const judgeDates = (certificate: X509Certificate, now: number): Finding =>
  now < Date.parse(certificate.validFrom)
    ? problem(NAME, "it isn't valid yet", "Check this machine's clock, or use the correct file.")
    : judgeEnd(NAME, Date.parse(certificate.validTo), now);

const judgeName = (certificate: X509Certificate, publicUrl: string): Finding[] => {
  const host = new URL(publicUrl).hostname.replace(/^\[(.*)\]$/, "$1");
  const fits = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  if (fits !== undefined) return [];
  const fix = "Set PUBLIC_URL to a name in the certificate, or get a certificate for that name.";
  return [problem(NAME, `it doesn't cover ${host}, the host in PUBLIC_URL`, fix)];
};

const judgeKey = (certificate: X509Certificate, key: string): Finding[] => {
  try {
    if (certificate.checkPrivateKey(createPrivateKey(key))) return [];
    return [
      problem(
        "TLS_KEY",
        "it doesn't match the certificate in TLS_CERT",
        "Use the key the certificate was created with.",
      ),
    ];
  } catch {
    return [
      problem("TLS_KEY", "it isn't a private key without a passphrase", "Use a PEM file with an unencrypted key."),
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

/** The finding about the certificate at this time. */
export const judgeCertificate = ({ tls, publicUrl }: Pick<Config, "tls" | "publicUrl">, now: number): Finding[] => {
  if (tls === undefined) return [];
  const certificate = read(tls.cert);
  if (certificate === undefined)
    return [problem("TLS_CERT", "it isn't a certificate", "Use a PEM file that starts with the server's certificate.")];
  return [judgeDates(certificate, now), ...judgeName(certificate, publicUrl), ...judgeKey(certificate, tls.key)];
};

/** The check of TLS_CERT and TLS_KEY. */
export const certificateChecks: readonly Check[] = [({ config, now }) => judgeCertificate(config, now)];
