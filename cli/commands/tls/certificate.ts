import "reflect-metadata"; // The library needs it, and before its own import.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from "node:crypto";
import { isIP } from "node:net";

import * as x509 from "@peculiar/x509";

/** A certificate and its key. */
export type CertificatePair = { certificate: X509Certificate; key: KeyObject };

const DAY_MS = 24 * 60 * 60_000;
const AUTHORITY_DAYS = 3652;
/** Apple accepts no server certificate that is valid for longer than 398 days. */
const SERVER_DAYS = 397;
/** For tablets whose clock is behind. */
const EARLIER_MS = 60 * 60_000;
/** The longest common name (RFC 5280, ub-common-name). */
const COMMON_NAME_LENGTH_MAX = 64;
const P256 = { name: "ECDSA", namedCurve: "P-256" } as const;

const named = (name: string): x509.Name =>
  new x509.Name([{ CN: [{ utf8String: name.slice(0, COMMON_NAME_LENGTH_MAX) }] }]);

/**
 * Twenty bytes that identify a key according to RFC 7093: the beginning of the SHA-256 of the key itself, the last 65
 * bytes of P-256.
 */
const keyId = (key: KeyObject): string =>
  createHash("sha256")
    .update(key.export({ type: "spki", format: "der" }).subarray(-65))
    .digest("hex")
    .slice(0, 40);

/** Positive, and as hard to guess as 126 bits are. */
const serial = (): string => {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8() & 0x7f) | 0x40);
  return bytes.toString("hex");
};

type CertificateRequest = {
  subject: x509.Name;
  issuer: x509.Name;
  key: KeyObject;
  from: number;
  to: number;
  extensions: x509.Extension[];
};

/** The certificate (RFC 5280, 4.1), signed by the issuer's key. */
const signed = async ({ key, from, to, ...request }: CertificateRequest, by: KeyObject): Promise<X509Certificate> => {
  const certificate = await x509.X509CertificateGenerator.create({
    ...request,
    serialNumber: serial(),
    notBefore: new Date(from),
    notAfter: new Date(to),
    publicKey: key.toCryptoKey(P256, true, ["verify"]),
    signingKey: by.toCryptoKey(P256, false, ["sign"]),
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
  });
  return new X509Certificate(Buffer.from(certificate.rawData));
};

const newKeys = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync("ec", { namedCurve: "P-256" });

/** Certificates have whole seconds. */
const wholeSeconds = (ms: number): number => ms - (ms % 1_000);

/**
 * Makes a certificate authority for ten years that can sign servers, but no further authorities.
 * @param name the name in a device's list of authorities
 * @param now milliseconds since 1970
 */
export const makeAuthority = async (name: string, now: number): Promise<CertificatePair> => {
  const { publicKey, privateKey } = newKeys();
  const subject = named(name);
  const extensions = [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    new x509.SubjectKeyIdentifierExtension(keyId(publicKey)),
  ];
  const [from, to] = [wholeSeconds(now - EARLIER_MS), wholeSeconds(now + AUTHORITY_DAYS * DAY_MS)];
  const request = { subject, issuer: subject, key: publicKey, from, to, extensions };
  return { certificate: await signed(request, privateKey), key: privateKey };
};

/**
 * Makes a server's certificate for names and addresses, for 397 days or as long as its authority is valid.
 * @param names host names and canonical addresses, at least one; the first is shown to people
 * @param now milliseconds since 1970
 */
export const makeServer = async (
  authority: CertificatePair,
  names: readonly string[],
  now: number,
): Promise<CertificatePair> => {
  const { publicKey, privateKey } = newKeys();
  const extensions = [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(
      names.map((name) => ({ type: isIP(name) === 0 ? "dns" : "ip", value: name })),
    ),
    new x509.SubjectKeyIdentifierExtension(keyId(publicKey)),
    new x509.AuthorityKeyIdentifierExtension(keyId(authority.certificate.publicKey)),
  ];
  const certificate = await signed(
    {
      subject: named(names[0] ?? "Foyer"),
      issuer: new x509.X509Certificate(authority.certificate.raw).subjectName,
      key: publicKey,
      from: wholeSeconds(now - EARLIER_MS),
      to: Math.min(wholeSeconds(now + SERVER_DAYS * DAY_MS), authority.certificate.validToDate.getTime()),
      extensions,
    },
    authority.key,
  );
  return { certificate, key: privateKey };
};
