import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from "node:crypto";
import { isIP } from "node:net";

import ipaddr from "ipaddr.js";

import { bits, implicit, integer, objectId, octets, sequence, setOf, tagged, time, utf8, yes } from "./der.ts";

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

const ECDSA_WITH_SHA256 = sequence(objectId("1.2.840.10045.4.3.2"));
const OF = {
  commonName: "2.5.4.3",
  subjectKey: "2.5.29.14",
  keyUsage: "2.5.29.15",
  alternativeNames: "2.5.29.17",
  basicConstraints: "2.5.29.19",
  authorityKey: "2.5.29.35",
  extendedUsage: "2.5.29.37",
} as const;
const SERVER_AUTHENTICATION = "1.3.6.1.5.5.7.3.1";

const named = (name: string): Buffer =>
  sequence(setOf(sequence(objectId(OF.commonName), utf8(name.slice(0, COMMON_NAME_LENGTH_MAX)))));

const extension = (id: string, content: Buffer): Buffer => sequence(objectId(id), octets(content));
const critical = (id: string, content: Buffer): Buffer => sequence(objectId(id), yes(), octets(content));

const publicBytes = (key: KeyObject): Buffer => key.export({ type: "spki", format: "der" });

/**
 * Twenty bytes that identify a key according to RFC 7093: the beginning of the SHA-256 of the key itself, the last 65
 * bytes of P-256.
 */
const keyId = (key: KeyObject): Buffer =>
  createHash("sha256").update(publicBytes(key).subarray(-65)).digest().subarray(0, 20);

/** Positive, and as hard to guess as 127 bits are. */
const serial = (): Buffer => {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8() & 0x7f) | 0x40);
  return integer(bytes);
};

type CertificateRequest = {
  subject: Buffer;
  issuer: Buffer;
  key: KeyObject;
  from: number;
  to: number;
  extensions: readonly Buffer[];
};

/** The certificate (RFC 5280, 4.1), signed by the issuer's key. */
const signed = ({ subject, issuer, key, from, to, extensions }: CertificateRequest, by: KeyObject): X509Certificate => {
  const version3 = tagged(0, integer(Buffer.of(2)));
  const content = sequence(
    version3,
    serial(),
    ECDSA_WITH_SHA256,
    issuer,
    sequence(time(from), time(to)),
    subject,
    publicBytes(key),
    tagged(3, sequence(...extensions)),
  );
  return new X509Certificate(sequence(content, ECDSA_WITH_SHA256, bits(sign("sha256", content, by))));
};

const newKeys = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync("ec", { namedCurve: "P-256" });

/**
 * Makes a certificate authority for ten years that can sign servers, but no further authorities.
 * @param name the name in a device's list of authorities
 * @param now milliseconds since 1970
 */
export const makeAuthority = (name: string, now: number): CertificatePair => {
  const { publicKey, privateKey } = newKeys();
  const subject = named(name);
  const extensions = [
    critical(OF.basicConstraints, sequence(yes(), integer(Buffer.of(0)))),
    critical(OF.keyUsage, bits(Buffer.of(0b0000_0110), 1)), // keyCertSign, cRLSign
    extension(OF.subjectKey, octets(keyId(publicKey))),
  ];
  const draft = { subject, issuer: subject, key: publicKey, from: now - EARLIER_MS, to: now + AUTHORITY_DAYS * DAY_MS };
  return { certificate: signed({ ...draft, extensions }, privateKey), key: privateKey };
};

/** [2] dNSName or [7] iPAddress. */
const alternativeName = (name: string): Buffer =>
  isIP(name) === 0
    ? implicit(2, Buffer.from(name, "ascii"))
    : implicit(7, Buffer.from(ipaddr.parse(name).toByteArray()));

/** The authority's name in its original bytes, as a certificate must repeat it in its issuer. */
const nameOf = ({ certificate }: CertificatePair): string => [certificate.toLegacyObject().subject.CN].flat().join("");

/**
 * Makes a server's certificate for names and addresses, for 397 days or as long as its authority is valid.
 * @param names host names and canonical addresses, at least one; the first is shown to people
 * @param now milliseconds since 1970
 */
export const makeServer = (authority: CertificatePair, names: readonly string[], now: number): CertificatePair => {
  const { publicKey, privateKey } = newKeys();
  const extensions = [
    critical(OF.basicConstraints, sequence()),
    critical(OF.keyUsage, bits(Buffer.of(0b1000_0000), 7)), // digitalSignature
    extension(OF.extendedUsage, sequence(objectId(SERVER_AUTHENTICATION))),
    extension(OF.alternativeNames, sequence(...names.map(alternativeName))),
    extension(OF.subjectKey, octets(keyId(publicKey))),
    extension(OF.authorityKey, sequence(implicit(0, keyId(authority.certificate.publicKey)))),
  ];
  const draft = {
    subject: named(names[0] ?? "Foyer"),
    issuer: named(nameOf(authority)),
    key: publicKey,
    from: now - EARLIER_MS,
    to: Math.min(now + SERVER_DAYS * DAY_MS, authority.certificate.validToDate.getTime()),
    extensions,
  };
  return { certificate: signed(draft, authority.key), key: privateKey };
};
