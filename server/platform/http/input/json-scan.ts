import { badRequest } from "../../lib/errors.ts";
import { closingQuote } from "../../lib/record/json-keys.ts";

/** The most characters of a number (rules 2): a double never needs more. */
const NUMBER_LENGTH_MAX = 400;
/** Significant digits that a double always preserves (rules 2). */
const DIGITS_MAX = 15;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;
const isOpening = (code: number): boolean => code === 0x5b || code === 0x7b;
const isClosing = (code: number): boolean => code === 0x5d || code === 0x7d;
/** Whether a character can be part of a number: digits, `.`, `e`, `E`, `+`, `-`. */
const isNumeric = (code: number): boolean =>
  isDigit(code) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === MINUS;

/** The significant digits of a number as written: from the first to the last that is not 0. */
const significantDigits = (source: string): number => {
  let digits = 0;
  let first = -1;
  let last = -1;
  for (let at = 0; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 0x65 || code === 0x45) break;
    if (!isDigit(code)) continue;
    if (code !== ZERO) last = digits;
    if (code !== ZERO && first < 0) first = digits;
    digits += 1;
  }
  return first < 0 ? 0 : last - first + 1;
};

/** Whether a number, as written, reads back equal: at most 15 significant digits and no underflow (rules 2). */
const readsBackEqual = (source: string): boolean => {
  if (source.length <= DIGITS_MAX && !/e/i.test(source)) return true;
  const digits = significantDigits(source);
  return digits <= DIGITS_MAX && (digits === 0 || Number(source) !== 0);
};

const numberEnd = (text: string, from: number): number => {
  let end = from + 1;
  while (end < text.length && isNumeric(text.charCodeAt(end))) end += 1;
  return end;
};

/** The text of a string token, with its quotes, such as a number's key. */
export type Token = { start: number; end: number };

/**
 * Scans a JSON text once, in time proportional to its length, before it is parsed and its values are checked.
 * @param valuesMax the most values in the text
 * @returns for the first number that would not read back equal, the key of the outermost object that contains it
 * (undefined if there is no such object); nothing if every number does. Errors: `400` for a number of more than 400
 * characters, and for too many values. Whether the text is valid JSON is not checked.
 */
export const scanJson = (text: string, valuesMax: number): { inexact?: { key: Token | undefined } } => {
  let values = 1;
  let depth = 0;
  let objectDepth = Infinity;
  let key: Token | undefined;
  let inexact: { key: Token | undefined } | undefined;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    let end = at + 1;
    if (code === QUOTE) {
      end = closingQuote(text, at + 1) + 1;
      if (depth === objectDepth) key = { start: at, end };
    } else if (code === MINUS || isDigit(code)) {
      end = numberEnd(text, at);
      if (end - at > NUMBER_LENGTH_MAX)
        throw badRequest(
          `The body must not contain a number with more than ${NUMBER_LENGTH_MAX} characters.`,
          "not_storable",
        );
      if (inexact === undefined && !readsBackEqual(text.slice(at, end))) inexact = { key };
    } else if (code === COMMA || isOpening(code)) {
      values += 1;
      if (values > valuesMax) throw badRequest(`The body must not contain more than ${valuesMax} values.`, "too_many");
      if (code !== COMMA) depth += 1;
      if (code === 0x7b && objectDepth === Infinity) objectDepth = depth;
    } else if (isClosing(code)) depth -= 1;
    at = end;
  }
  return inexact === undefined ? {} : { inexact };
};
