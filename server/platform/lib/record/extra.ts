import { badRequest } from "../errors.ts";

const KEYS_MAX = 200;
const KEY_LENGTH_MAX = 128;
const BYTES_MAX = 64 * 1024;

/** The keys of a record beyond the documented ones, stored unchanged (interface 1). */
export type Extra = Record<string, unknown>;

/** The part of a body beyond the documented keys. */
export const extraOf = (body: object, documented: ReadonlySet<string>): Extra =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !documented.has(key)));

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const largestKey = (extra: Extra): string | undefined =>
  Object.keys(extra).toSorted((a, b) => bytesOf(extra[b]) - bytesOf(extra[a]))[0];

/**
 * Refuses more extra data than a record may carry (rules 2), but not what it carries already: some of it may be ours, such as the reason
 * of a rejection. Errors: `400`, which names the first key too many, the key that is too long, or the one with the largest value.
 * @param before what the record carries
 */
export const checkExtra = (extra: Extra, before: Extra = {}): Extra => {
  const keys = Object.keys(extra);
  if (keys.length > Math.max(KEYS_MAX, Object.keys(before).length))
    throw badRequest(
      `A record can have at most ${KEYS_MAX} extra keys. This one has ${keys.length}.`,
      "too_many",
      keys[KEYS_MAX]?.slice(0, KEY_LENGTH_MAX),
    );
  const long = keys.find((key) => key.length > KEY_LENGTH_MAX);
  if (long !== undefined)
    throw badRequest(
      `The key "${long.slice(0, 20)}…" must have at most ${KEY_LENGTH_MAX} characters.`,
      "too_large",
      long.slice(0, KEY_LENGTH_MAX),
    );
  if (bytesOf(extra) > Math.max(BYTES_MAX, bytesOf(before)))
    throw badRequest("The extra keys of a record can hold at most 64 KiB in total.", "too_large", largestKey(extra));
  return extra;
};

/** The extra keys after a `PUT`: sent ones replace, nulls remove, the others remain. */
export const mergeExtra = (stored: Extra, sent: Extra, removed: ReadonlySet<string>): Extra => {
  const remaining = Object.entries(stored).filter(([key]) => !removed.has(key));
  return { ...Object.fromEntries(remaining), ...sent };
};
