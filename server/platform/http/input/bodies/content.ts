import { decodeText } from "../../../../../shared/import/decode.ts";
import { badRequest, bodyTooLarge } from "../../../lib/errors.ts";
import { parseForm } from "../form.ts";
import { checkValue, parseJson, VALUES_MAX } from "../json-body.ts";
import { picturesLength } from "../../output/pictures.ts";
import { readTable } from "./table.ts";

/** What a body is by its media type. */
export type BodyKind = "json" | "form" | "table";

/**
 * A body to be read. @property chunks its bytes as they arrived: to join many MiB takes 60 ms @property pictureless the
 * limit of its bytes without pictures @property isBulk whether it may be a list of many records
 */
export type BodyTask = { chunks: readonly Uint8Array[]; kind: BodyKind; pictureless: number; isBulk: boolean };

/** What a body says; the kind is what it turned out to be. */
export type BodyContent = { kind: BodyKind; value: unknown };

const decoder = new TextDecoder("utf-8", { fatal: true });

const decode = (bytes: Uint8Array): string => {
  try {
    return decoder.decode(bytes);
  } catch {
    throw badRequest("The body must be UTF-8 text.", "unreadable_body");
  }
};

/** The most values in a bulk upload: its 16 MiB are tens of thousands of records of a dozen keys each. */
const BULK_VALUES_MAX = 1_000_000;

/** A "form" that begins with a bracket is the JSON of a client that forgot its header (rules 2). */
const BRACKET = /^\s*(?:\{|\[(?!\]=))/;
const LIST = /^\s*\[/;

/** Reads a body. Errors: `400` malformed; `413` too large without its pictures (rules 2), before it is parsed. */
export const readContent = ({ chunks, kind, pictureless, isBulk }: BodyTask): BodyContent => {
  const bytes = Buffer.concat(chunks);
  // Spreadsheets write tables as the office has always had them.
  const text = kind === "table" ? decodeText(bytes).text : decode(bytes);
  if (kind === "table") {
    checkValue(text);
    return { kind, value: readTable(text) };
  }
  const asJson = kind === "json" || BRACKET.test(text);
  if (bytes.length > pictureless && bytes.length - picturesLength(text, asJson, pictureless) > pictureless)
    throw bodyTooLarge();
  if (!asJson) return { kind, value: parseForm(text) };
  return { kind: "json", value: parseJson(text, isBulk && LIST.test(text) ? BULK_VALUES_MAX : VALUES_MAX) };
};
