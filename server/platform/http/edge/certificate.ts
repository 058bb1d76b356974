import { X509Certificate } from "node:crypto";
import type { Server as HttpServer } from "node:http";
import { createSecureContext, Server as TlsServer } from "node:tls";

import { tlsSettings } from "./tls-settings.ts";

/** The certificate chain and its key, as PEM. */
export type Certificate = { cert: string; key: string };

/** When the certificate expires, in milliseconds since 1970. Errors: Node's, if it isn't a certificate */
export const certificateEnd = ({ cert }: Pick<Certificate, "cert">): number =>
  Date.parse(new X509Certificate(cert).validTo);

/** What OpenSSL's codes mean for the files of TLS_CERT and TLS_KEY. */
const REASONS: Readonly<Record<string, string>> = {
  ERR_OSSL_PEM_NO_START_LINE: "TLS_CERT isn't the file of a PEM certificate, or TLS_KEY not that of a PEM key",
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: "TLS_KEY isn't the key of the certificate in TLS_CERT",
  CERT_HAS_EXPIRED: "the certificate has expired",
};

/** Why a certificate can't be used, in words; undefined for other errors. */
export const certificateProblem = (error: unknown): string | undefined =>
  REASONS[String(Reflect.get(Object(error), "code"))];

/**
 * Replaces the certificate for new connections; open ones keep theirs.
 * @param now milliseconds since 1970
 * @returns when it expires. Errors: of Node or OpenSSL (`code`), for files that do not belong together, and for an
 * expired certificate; the previous one remains in use
 */
export const installCertificate = (server: HttpServer, given: Certificate, now: number): number => {
  if (!(server instanceof TlsServer)) throw new Error("this server speaks no TLS");
  const end = certificateEnd(given);
  if (end <= now) throw Object.assign(new Error("the certificate has expired"), { code: "CERT_HAS_EXPIRED" });
  const settings = { ...tlsSettings, ...given };
  // Tried first: a server that is given a wrong pair may keep half of it.
  createSecureContext(settings);
  server.setSecureContext(settings);
  return end;
};
