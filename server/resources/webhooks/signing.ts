import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new signing secret in the form of Standard Webhooks. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** The signed content: the ID of the message, its time in seconds, and its payload. */
export type SignedContent = { id: string; seconds: number; payload: string };

const signature = (secret: string, { id, seconds, payload }: SignedContent): string => {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${seconds}.${payload}`).digest("base64")}`;
};

/**
 * The three headers of Standard Webhooks, with a signature for each secret: receivers look for one that matches.
 * @param secrets the current one first
 */
export const signatureHeaders = (secrets: readonly string[], signed: SignedContent): Record<string, string> => ({
  "webhook-id": signed.id,
  "webhook-timestamp": String(signed.seconds),
  "webhook-signature": secrets.map((secret) => signature(secret, signed)).join(" "),
});
