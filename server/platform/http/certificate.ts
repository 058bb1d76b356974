import { X509Certificate } from "node:crypto";
import type { Server as HttpServer } from "node:http";
import { createSecureContext, Server as TlsServer } from "node:tls";

import { tlsSettings } from "./tls-settings.ts";

/** The certificate chain and its key, as PEM. */
export type Certificate = { cert: string; key: string };

/** When the certificate expires, in milliseconds since 1970. Errors: Node's, if it isn't a certificate */
export const certificateEnd = ({ cert }: Pick<Certificate, "cert">): number =>
  Date.parse(new X509Certificate(cert).validTo);

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
