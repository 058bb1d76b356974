import { type Argon2Parameters, argon2, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";

import { type QueueLine, makePasswordQueue } from "./password-queue.ts";

/** The cost of a hash: KiB of memory, and the number of passes over it. */
export type HashCost = { memory: number; passes: number };
/** OWASP's second choice for argon2id: about 20 ms of one core and 19 MiB each. */
const COST: HashCost = { memory: 19_456, passes: 2 };
const FORM = { parallelism: 1, tagLength: 32 };
const SALT_BYTES = 16;
const REMEMBERED_MAX = 1000;
export const PASSWORD_LENGTH_MIN = 12;

const derive = (parameters: Argon2Parameters): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });

const encode = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "");

const write = ({ memory, passes }: HashCost, nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${FORM.parallelism}$${encode(nonce)}$${encode(tag)}`;

/**
 * A password as it is hashed: NFC and ASCII blanks (RFC 8265, OpaqueString), since macOS sends letters and accents apart
 * and its keyboards have other blanks.
 */
const opaque = (password: string): string => password.replaceAll(/\p{Zs}/gu, " ").normalize("NFC");

/** Hashes a password as a PHC string `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export const hashPassword = async (password: string, cost = COST): Promise<string> => {
  const nonce = randomBytes(SALT_BYTES);
  return write(cost, nonce, await derive({ message: opaque(password), nonce, ...cost, ...FORM }));
};

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

const isHashOf = async (hash: string, password: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = "", tag = ""] = PHC.exec(hash) ?? [];
  const expected = Buffer.from(tag, "base64");
  const derived = await derive({
    message: password,
    nonce: Buffer.from(salt, "base64"),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(derived, expected);
};

/** As it is hashed now, then as it was sent: older versions hashed that. */
const verifyNow = async (hash: string, password: string): Promise<boolean> =>
  (await isHashOf(hash, opaque(password))) || (opaque(password) !== password && isHashOf(hash, password));

/** Hashes and verifies passwords; one per process. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(hash: string | undefined, password: string, line?: QueueLine): Promise<boolean>;
};

/** For attempts from unknown browsers and addresses. */
const UNKNOWN_SOURCE: QueueLine = { source: "", isKnown: false };

/**
 * Makes the hashing and verifying of passwords. A success is remembered under a digest keyed with a secret of this
 * process, so that a client that sends its password on every call costs argon2id once; the user's row is still read on
 * each call (docs/decisions/0007-credentials.md). An unknown user is checked against a dummy hash, which takes the same
 * time.
 * @param cost of new hashes; stored ones include their own
 */
export const makePasswords = (cost = COST): Passwords => {
  const secret = randomBytes(32);
  const dummy = write(cost, randomBytes(SALT_BYTES), randomBytes(FORM.tagLength));
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
  return { hash: (password) => hashPassword(password, cost), verify };
};
