import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";

import { parseInstant } from "../../lib/time/time.ts";
import { isEmailAddress } from "../../../../shared/email.ts";
import type { ErrorCode } from "../../../../shared/error-codes.ts";
import { badRequest, type HttpError } from "../../lib/errors.ts";
import { IMAGE_BYTES_MAX, type TSchema } from "../contract/schemas.ts";

const DATA_URL = /^data:([^,]*),/;
const BASE64 = /^[A-Za-z0-9+/_\-\r\n]*(={0,2})$/;
/** Longer than the largest picture with a line break after every few digits. */
const BASE64_LENGTH_MAX = IMAGE_BYTES_MAX * 2;

const isBreak = (code: number): boolean => code === 0x0a || code === 0x0d;

/** The line breaks in a text; replacing millions of them would hold up other requests for a second. */
const countBreaks = (text: string): number => {
  let breaks = 0;
  for (let at = 0; at < text.length; at += 1) if (isBreak(text.charCodeAt(at))) breaks += 1;
  return breaks;
};

const withoutLastBreaks = (text: string): string => {
  let end = text.length;
  while (end > 0 && isBreak(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** Whether the text is Base64, padded correctly or not at all, of at most this many decoded bytes. */
const isBase64 = (text: string): boolean => {
  if (text.length > BASE64_LENGTH_MAX) return false;
  const whole = withoutLastBreaks(text);
  const padding = BASE64.exec(whole)?.[1]?.length;
  const length = whole.length - countBreaks(whole);
  if (padding === undefined || (padding > 0 && length % 4 !== 0)) return false;
  const digits = length - padding;
  return digits % 4 !== 1 && Math.floor((digits * 3) / 4) <= IMAGE_BYTES_MAX;
};

const isImage = (text: string): boolean => {
  const head = DATA_URL.exec(text);
  if (head === null) return isBase64(text);
  const data = text.slice(head[0].length);
  return /;base64$/i.test(head[1] ?? "") ? isBase64(data) : Buffer.byteLength(data) <= IMAGE_BYTES_MAX;
};

/**
 * An Ajv with our formats; nothing is removed, coerced or defaulted (normalize.ts did what the interface allows). The
 * tests of the contract prove that our schemas are valid: compiling the meta-schema takes longer than most of them.
 */
export const newAjv = (): Ajv =>
  new Ajv({
    strict: false,
    meta: false,
    validateSchema: false,
    verbose: true,
    removeAdditional: false,
    coerceTypes: false,
    useDefaults: false,
    formats: {
      email: isEmailAddress,
      "date-time": (text: string) => parseInstant(text) !== undefined,
      date: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(text) !== undefined,
      "base64-image": isImage,
      uri: (text: string) => URL.canParse(text),
    },
  });

const pathOf = (error: ErrorObject): string[] => {
  const path = error.instancePath
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const missing: unknown = error.params["missingProperty"];
  return [...path.filter((part) => part !== ""), ...(typeof missing === "string" ? [missing] : [])];
};

/** The path of the key with the error: `fields[2].label`; undefined for the whole. */
const fieldOf = (error: ErrorObject): string | undefined =>
  pathOf(error)
    .map((part, n) => (/^\d+$/.test(part) ? `[${part}]` : n === 0 ? part : `.${part}`))
    .join("") || undefined;

/** A JSON type with its article, such as "an object". */
const typeInWords = (type: string): string => (type === "null" ? type : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`);

const expectation = (error: ErrorObject): string => {
  if (error.keyword === "required") return "is required";
  const expected: unknown = error.parentSchema?.["x-expected"];
  if (typeof expected === "string") return `must be ${expected}`;
  const types: unknown = error.params["type"];
  if (error.keyword === "type") return `must be ${[types].flat().map(String).map(typeInWords).join(" or ")}`;
  return error.message ?? "is not valid";
};

/** One sentence for a failed validation: which field, and what was expected. */
const sentence = (error: ErrorObject | undefined, part: string): string => {
  if (error === undefined) return `The ${part} is not valid`;
  const field = pathOf(error).join(".");
  return field === "" ? `The ${part} ${expectation(error)}` : `"${field}" ${expectation(error)}`;
};

/** The codes of failed validations, the same as those of our own rules for the same cause. */
const CODES: Record<string, ErrorCode> = {
  required: "missing_key",
  maxLength: "too_large",
  maxItems: "too_many",
  minItems: "too_few",
  additionalProperties: "unknown_key",
};

const validationError = (error: ErrorObject | undefined, part: string, hint: string): HttpError =>
  badRequest(
    `${sentence(error, part)}.${hint}`,
    CODES[error?.keyword ?? ""] ?? "wrong_format",
    error && fieldOf(error),
  );

/** Checks a part of a request; throws a `400` that names the field, what was expected, and where to look. */
export type Validator = (value: unknown) => void;

/**
 * Makes the check of one part of a request, compiled when first needed: compiling all would be a third of the start.
 * @param part `body`, `query` or `path`, for the message
 * @param hint the end of the message: where the endpoint is described (lib/net/see-endpoint.ts)
 */
export const compileValidator = (ajv: Ajv, schema: TSchema, part: string, hint: string): Validator => {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    if (!validate(value)) throw validationError(validate.errors?.[0], part, hint);
  };
};
