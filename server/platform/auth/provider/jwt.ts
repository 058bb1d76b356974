import { closingQuote, isKey } from "../../lib/record/json-keys.ts";

/** A header of Node's size can't contain a longer one; longer texts are not parsed. */
const TOKEN_LENGTH_MAX = 16 * 1024;
const KEY_ID_LENGTH_MAX = 256;

/** The claims of a token, which mean nothing until the signature is verified. */
export type Claims = Readonly<Record<string, unknown>>;

/** A parsed token, not verified. */
export type ParsedToken = { text: string; keyId: string; claims: Claims };

/**
 * Keys from elsewhere and other ways to read the token: the provider sends none of these, so such tokens are refused.
 */
const FORBIDDEN = ["jku", "jwk", "x5u", "x5c", "crit", "b64", "zip", "enc", "cty"];

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The object's own keys as written, including repeated ones; `json` is valid. */
const keysIn = (json: string): string[] => {
  const keys: string[] = [];
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const letter = json[at];
    if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") depth -= 1;
    else if (letter === '"') {
      const end = closingQuote(json, at + 1);
      if (depth === 1 && isKey(json, end + 1)) keys.push(json.slice(at, end + 1));
      at = end;
    }
  }
  return keys;
};

/** An object that every parser reads the same: each key once, none spelled with escapes. */
const objectOf = (json: string): Claims | undefined => {
  const value: unknown = JSON.parse(json);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const keys = keysIn(json);
  const plain = keys.every((key) => !key.includes("\\")) && new Set(keys).size === keys.length;
  return plain ? Object.freeze({ ...value }) : undefined;
};

/** Refuses what decoders skip: padding, other characters, unused bits. One token has one spelling. */
const bytesOf = (part: string): Buffer | undefined => {
  const bytes = Buffer.from(part, "base64url");
  return part !== "" && bytes.toString("base64url") === part ? bytes : undefined;
};

const decode = (part: string): Claims | undefined => {
  const bytes = bytesOf(part);
  if (bytes === undefined) return undefined;
  try {
    return objectOf(utf8.decode(bytes));
  } catch {
    return undefined;
  }
};

/** The ID of the signing key in a header, if the token is of the kind we verify: RS256 without extensions. */
const keyIdIn = (header: Claims): string | undefined => {
  const { alg, kid, typ } = header;
  if (alg !== "RS256" || FORBIDDEN.some((name) => Object.hasOwn(header, name))) return undefined;
  if (typ !== undefined && (typeof typ !== "string" || typ.toUpperCase() !== "JWT")) return undefined;
  return typeof kid === "string" && kid !== "" && kid.length <= KEY_ID_LENGTH_MAX ? kid : undefined;
};

/**
 * Parses a signed JWT in compact form without verifying it.
 * @returns undefined for any other text: too long, other algorithms, unsafe headers, repeated or escaped keys
 */
export const parseToken = (text: string): ParsedToken | undefined => {
  if (text.length > TOKEN_LENGTH_MAX) return undefined;
  const [head = "", body = "", signature = "", ...rest] = text.split(".");
  if (rest.length > 0 || bytesOf(signature) === undefined) return undefined;
  const header = decode(head);
  const keyId = header === undefined ? undefined : keyIdIn(header);
  const claims = keyId === undefined ? undefined : decode(body);
  return keyId === undefined || claims === undefined ? undefined : { text, keyId, claims };
};
