import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

import type { Body } from "./world.ts";

/** What an authenticator says of a use: the user was there (1), and was recognised (4); 64 with a new key. */
export const FLAGS = { present: 1, verified: 4, attested: 64 } as const;
const USUAL = FLAGS.present | FLAGS.verified;

const sha256 = (data: Buffer | string): Buffer => createHash("sha256").update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString("base64url");

/** The bytes of an authenticator's answer, before they are signed. */
const authenticatorData = (rpId: string, flags: number, counter: number, rest = Buffer.alloc(0)): Buffer => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest]);
};

/** What a browser adds: what for, which challenge, on whose page. */
const clientData = (type: "webauthn.create" | "webauthn.get", challenge: string, origin: string): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** A key as COSE writes it (RFC 9053): ECDSA with P-256. */
const coseKey = (key: KeyObject): Buffer => {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const [fromX, fromY] = [x, y].map((part) => Buffer.from(part, "base64url"));
  return Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    fromX ?? Buffer.alloc(0),
    Buffer.from("225820", "hex"),
    fromY ?? Buffer.alloc(0),
  ]);
};

/** `{ fmt: "none", attStmt: {}, authData }` in CBOR. */
const attestation = (authData: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(authData.length);
  return Buffer.concat([
    Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
    length,
    authData,
  ]);
};

/** How an answer differs from a right one. */
export type Deviation = { origin?: string; rpId?: string; flags?: number; challenge?: string; user?: string };

/** An authenticator with one passkey, and the browser before it. */
export const makeAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const state = { counter: 0, user: "" };
  const rpId = new URL(origin).hostname;
  const head = { id: base64url(id), rawId: base64url(id), type: "public-key", clientExtensionResults: {} };
  /** Answers `PublicKeyCredentialCreationOptionsJSON`. */
  const create = (options: Body, deviation: Deviation = {}): Body => {
    state.user = options.user.id;
    const idLength = Buffer.from([0, id.length]);
    const rest = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey(publicKey)]);
    const flags = (deviation.flags ?? USUAL) | FLAGS.attested;
    const data = authenticatorData(deviation.rpId ?? rpId, flags, state.counter, rest);
    const client = clientData("webauthn.create", deviation.challenge ?? options.challenge, deviation.origin ?? origin);
    const response = { clientDataJSON: base64url(client), attestationObject: base64url(attestation(data)) };
    return { ...head, response: { ...response, transports: ["internal"] } };
  };
  /** Answers `PublicKeyCredentialRequestOptionsJSON`. */
  const get = (options: Body, deviation: Deviation = {}): Body => {
    state.counter += 1;
    const data = authenticatorData(deviation.rpId ?? rpId, deviation.flags ?? USUAL, state.counter);
    const client = clientData("webauthn.get", deviation.challenge ?? options.challenge, deviation.origin ?? origin);
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
    return {
      ...head,
      response: {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: deviation.user ?? state.user,
      },
    };
  };
  return { id: head.id, create, get, state, publicKey };
};
