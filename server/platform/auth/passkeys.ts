import { isIP } from "node:net";

import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/server";

/** Loaded with the first passkey: it is large, and few processes meet one. */
const load = () => import("@simplewebauthn/server");

/** Whose passkeys they are: the host of PUBLIC_URL, and the only origin whose pages can use them. */
export type RelyingParty = { id: string; origin: string };

/** Ed25519, ECDSA with P-256, RSA: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];
/** How long a browser asks its user. */
const TIMEOUT_MS = 5 * 60_000;

/** Undefined where browsers know no passkeys: without HTTPS, but on this machine, and at an address without a name. */
export const relyingPartyOf = (publicUrl: string): RelyingParty | undefined => {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSecure = protocol === "https:" || /(?:^|\.)localhost$/.test(hostname);
  return isSecure && isIP(hostname.replaceAll(/[[\]]/g, "")) === 0 ? { id: hostname, origin } : undefined;
};

/** A passkey as it is stored. */
export type StoredPasskey = { credential_id: string; public_key: Buffer; counter: number };

/** What a browser is asked for a new passkey of a user. @param known the IDs of those that the user has */
export const creationOptions = async (
  { id }: RelyingParty,
  { _id, email }: { _id: string; email: string },
  challenge: Buffer,
  known: readonly string[],
): Promise<PublicKeyCredentialCreationOptionsJSON> =>
  (await load()).generateRegistrationOptions({
    rpName: "Foyer",
    rpID: id,
    userName: email,
    userID: new Uint8Array(Buffer.from(_id)),
    challenge: new Uint8Array(challenge),
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: known.map((credential) => ({ id: credential })),
    // Found without an address, so that a login reveals no account.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });

/** What a browser is asked for one of the passkeys that it has. @param allowed the IDs of a user's; none: any of ours */
export const requestOptions = async (
  { id }: RelyingParty,
  challenge: Buffer,
  allowed: readonly string[],
): Promise<PublicKeyCredentialRequestOptionsJSON> =>
  (await load()).generateAuthenticationOptions({
    rpID: id,
    challenge: new Uint8Array(challenge),
    timeout: TIMEOUT_MS,
    userVerification: "required",
    allowCredentials: allowed.map((credential) => ({ id: credential })),
  });

/** The library throws at whatever isn't as it must be, also at a text where an object belongs. */
const unlessWrong = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
};

/** A new passkey, if the browser's answer is one to this challenge. @param answer unread */
export const readNewPasskey = async (
  { id, origin }: RelyingParty,
  challenge: string,
  answer: unknown,
): Promise<StoredPasskey | undefined> => {
  const { verifyRegistrationResponse } = await load();
  const verified = await unlessWrong(
    verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  const credential = verified?.registrationInfo?.credential;
  return (
    credential && {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
    }
  );
};

/** The ID of the passkey that an answer claims to come from, or the empty text. @param answer unread */
export const passkeyIdOf = (answer: unknown): string => {
  const id: unknown = Object(answer).id;
  return typeof id === "string" && /^[\w-]+$/.test(id) ? id : "";
};

/** The user whom an answer names, as `creationOptions` did; a browser can leave it out. @param answer unread */
export const userOfPasskey = (answer: unknown): string | undefined => {
  const handle: unknown = Object(Object(answer).response).userHandle;
  return typeof handle === "string" && handle !== "" ? Buffer.from(handle, "base64url").toString() : undefined;
};

/** One number as DER writes it: no byte too many, and not negative. */
const isNumber = ([tag, length, first = 128, second = 128, ...rest]: readonly number[]): boolean =>
  tag === 2 && length === rest.length + 2 && first < 128 && (first > 0 || second >= 128);

/**
 * Whether an answer's signature is written in the one way that DER allows, where it is one of ECDSA: the library takes
 * others too, such as one with bytes behind it.
 */
const isStrictlySigned = async (answer: unknown, { public_key }: StoredPasskey): Promise<boolean> => {
  const { cose, decodeCredentialPublicKey } = await import("@simplewebauthn/server/helpers");
  if (!cose.isCOSEPublicKeyEC2(decodeCredentialPublicKey(new Uint8Array(public_key)))) return true;
  const [tag, length, ...numbers] = Buffer.from(String(Object(Object(answer).response).signature), "base64url");
  const end = 2 + (numbers[1] ?? 0);
  return (
    tag === 0x30 &&
    length === numbers.length &&
    [numbers.slice(0, end), numbers.slice(end)].every((one) => isNumber(one))
  );
};

/** The new counter of a passkey, if the browser's answer is one of it to this challenge. @param answer unread */
export const verifyPasskey = async (
  { id, origin }: RelyingParty,
  challenge: string,
  answer: unknown,
  passkey: StoredPasskey,
): Promise<number | undefined> => {
  const { verifyAuthenticationResponse } = await load();
  const verified = await unlessWrong(
    verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  );
  if (verified?.verified !== true || !(await isStrictlySigned(answer, passkey))) return undefined;
  return verified.authenticationInfo.newCounter;
};
