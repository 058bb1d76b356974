import { badRequest } from "../../../lib/errors.ts";
import { VALUES_MAX } from "../json-body.ts";

/** What passes from one thread to the other in some milliseconds. */
const PIECE_VALUES = 5_000;

/** A text of this length passes as slowly as a value. */
const TEXT_LENGTH = 200;

/** The values in a value, itself included, a long text as several; it is not too deep to be walked (json-body.ts). */
const valuesIn = (value: unknown): number => {
  if (typeof value === "string") return 1 + Math.floor(value.length / TEXT_LENGTH);
  if (typeof value !== "object" || value === null) return 1;
  let values = 1;
  for (const item of Array.isArray(value) ? value : Object.values(value)) values += valuesIn(item);
  return values;
};

/**
 * A list in pieces of which each is copied in some milliseconds. Errors: `400` for an item that is larger than a
 * record may be.
 */
export function* piecesOf(list: readonly unknown[]): Generator<unknown[]> {
  let piece: unknown[] = [];
  let held = 0;
  for (const [n, item] of list.entries()) {
    const values = valuesIn(item);
    if (values > VALUES_MAX)
      throw badRequest(`Row ${n + 1}: it is larger than a record can be.`, "too_large", `[${n}]`);
    piece.push(item);
    held += values;
    if (held < PIECE_VALUES) continue;
    yield piece;
    piece = [];
    held = 0;
  }
  yield piece;
}
