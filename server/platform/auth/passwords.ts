import { type Argon2Parameters, argon2, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";

import { type QueueLine, makePasswordQueue } from "./password-queue.ts";

/** OWASP's second choice for argon2id: about 20 ms of one core and 19 MiB each. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const REMEMBERED_MAX = 1000;
export const PASSWORD_LENGTH_MIN = 12;

const derive = (parameters: Argon2Parameters): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });

const encode = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

/** Hashes a password as a PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const tag = await derive({ message: password, nonce, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(nonce)}$${encode(tag)}`;
};

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

const verifyNow = async (hash: string, password: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = "", tag = ""] = PHC.exec(hash) ?? [];
  const expected = Buffer.from(tag, "base64");
  const found = await derive({
    message: password,
    nonce: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(found, expected);
};

/** Verifies passwords; one per process. */
export type Passwords = { verify(hash: string | undefined, password: string, line?: QueueLine): Promise<boolean> };

/** For tries of which nothing is known. */
const UNKNOWN_SOURCE: QueueLine = { source: "", isKnown: false };

/**
 * Makes the verifier. A success is remembered under a digest keyed with a secret of this process, so that a client that
 * sends its password on every call costs argon2id once; the user's row is still read on each call (docs/decisions/0007-credentials.md).
 * An unknown user is checked against a dummy hash, so that it takes as long.
 */
export const makePasswords = async (): Promise<Passwords> => {
  const secret = randomBytes(32);
  const dummy = await hashPassword(randomBytes(16).toString("hex"));
  const queue = makePasswordQueue(Math.max(1, availableParallelism() - 1));
  const remembered = new Set<string>();
  const verify: Passwords["verify"] = async (hash, password, line = UNKNOWN_SOURCE) => {
    const key = createHmac("sha256", secret)
      .update(`${hash ?? dummy}\n${password}`)
      .digest("base64");
    if (remembered.has(key)) return true;
    const good = (await queue(line, () => verifyNow(hash ?? dummy, password))) && hash !== undefined;
    if (good && remembered.size >= REMEMBERED_MAX) remembered.clear();
    if (good) remembered.add(key);
    return good;
  };
  return { verify };
};
