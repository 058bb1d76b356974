import { type Static, type TSchema, Type } from "typebox";

import { ERROR_CODES } from "../../../../shared/error-codes.ts";
import { LENGTHS } from "../../../../shared/lengths.ts";
import { ID_PATTERN } from "../../lib/record/ids.ts";
import { component, describedAs } from "./components.ts";

/** Largest `photo` or `signature`, in decoded bytes (rules 2). */
export const IMAGE_BYTES_MAX = 2 * 1024 * 1024;

/** An ID: accepted in either letter case, returned in lower case (rules 2). */
export const Id = component(
  "Id",
  Type.String({
    pattern: ID_PATTERN,
    examples: ["66f1a2b3c4d5e6f708192a3b"],
    "x-expected": "an ID of 24 hexadecimal characters",
  }),
);

/** The accepted forms of a timestamp (rules 2). A validator of `date-time` alone would refuse the last two. */
const TimestampInput = {
  anyOf: [
    { type: "string", format: "date-time" },
    { type: "string", format: "date", description: "The start of that day in the location's time zone" },
    {
      type: "string",
      pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}([.,]\\d+)?)?([+-]\\d{2}(:?\\d{2})?)?$",
      description: "Without a zone: UTC",
    },
  ],
  description: "An ISO 8601 timestamp with `Z`, with an offset or without (UTC), or a date",
  examples: ["2026-11-21T09:30:00.000Z"],
};

/** A timestamp: ISO 8601 with `Z`, an offset or none (UTC); returned as `YYYY-MM-DDTHH:MM:SS.sssZ`. */
export const Instant = component(
  "Timestamp",
  Type.String({
    format: "date-time",
    examples: ["2026-11-21T09:30:00.000Z"],
    "x-expected": "an ISO 8601 timestamp such as 2026-11-21T09:30:00Z",
  }),
  { name: "TimestampInput", schema: TimestampInput },
);

/** A timestamp of a body, or `null`. */
export const InstantOrNull = describedAs(
  Type.Unsafe<string | null>({
    type: ["string", "null"],
    format: "date-time",
    examples: ["2026-11-21T09:30:00.000Z"],
    "x-expected": "null or an ISO 8601 timestamp",
  }),
  { anyOf: [Instant, { type: "null" }] },
);

/** An email address. */
export const Email = Type.String({
  format: "email",
  maxLength: LENGTHS.email,
  examples: ["jo@example.org"],
  "x-expected": `an email address such as jo@example.org, of at most ${LENGTHS.email} characters`,
});

/** A name in a body. @param options what else is known of it */
export const NameInput = (options: Record<string, unknown> = {}): Type.TString =>
  Type.String({
    maxLength: LENGTHS.name,
    "x-expected": `a name of at most ${LENGTHS.name} characters`,
    ...options,
  });

/** A phone number in a body. @param options what else is known of it */
export const PhoneInput = (options: Record<string, unknown> = {}): Type.TString =>
  Type.String({
    maxLength: LENGTHS.phone,
    "x-expected": `a phone number of at most ${LENGTHS.phone} characters`,
    ...options,
  });

/** An image as Base64 or `data:` URL, at most 2 MiB decoded; read back as sent. */
export const Base64Image = component(
  "Image",
  describedAs(
    Type.String({ format: "base64-image", "x-expected": "an image as Base64 or a data: URL, at most 2 MiB" }),
    {
      type: "string",
      contentEncoding: "base64",
      description: "An image as Base64 or as a data: URL, at most 2 MiB decoded; read back as sent",
    },
  ),
);

/** Where a visitor was signed in or out (interface 2.1). */
export const Source = component(
  "Source",
  Type.Integer({
    enum: [0, 1, 2],
    description: "0: console or API, 1: kiosk, 2: contactless",
    "x-expected": "0 (console or API), 1 (kiosk) or 2 (contactless)",
  }),
);

/** The same in a body: a digit as text is accepted too (rules 5), for old callers, and not documented. */
export const SourceInput = describedAs(
  Type.Union([Source, Type.Unsafe<string>({ type: "string", enum: ["0", "1", "2"] })], {
    "x-expected": "0, 1 or 2",
  }),
  Source,
);

/** A whole number of days, seconds and the like. */
export const WholeNumber = (minimum: number, maximum: number): Type.TInteger =>
  Type.Integer({ minimum, maximum, "x-expected": `a whole number from ${minimum} to ${maximum}` });

/** One of a few fixed words. */
export const OneOf = <const Words extends string[]>(...words: Words): Type.TUnsafe<Words[number]> =>
  Type.Unsafe<Words[number]>({ type: "string", enum: words, "x-expected": `one of ${words.join(", ")}` });

/** Text by language code, such as `{ "en": "Visitor", "nl": "Bezoeker" }`. */
export const Texts = component(
  "Texts",
  Type.Record(Type.String(), Type.String(), {
    "x-expected": 'texts by language, such as { "en": "Visitor" }',
  }),
);

/** Text by language in a body: `null` removes a language. */
export const TextsInput = component(
  "TextsInput",
  Type.Record(Type.String(), Type.Unsafe<string | null>({ type: ["string", "null"], "x-expected": "a text or null" }), {
    "x-expected": 'texts by language, such as { "en": "Visitor" }',
  }),
);

/** The response to a removal and to other actions without a record. */
export const Message = component("Message", Type.Object({ message: Type.String() }));

const meanings = Object.entries(ERROR_CODES).map(([code, meaning]) => `- \`${code}\`: ${meaning}`);

/** The body of failures other than `403` and `429` (interface 7, rules 7). */
export const ErrorBody = component(
  "Error",
  Type.Object({
    message: Type.String({ description: "For people: which field, what was expected, and where to look" }),
    code: Type.String({
      enum: Object.keys(ERROR_CODES),
      description: `For your code: the cause, the same in every version\n${meanings.join("\n")}`,
    }),
    field: Type.Optional(
      Type.String({ description: "The key or query parameter it concerns", examples: ["fields[2].label"] }),
    ),
  }),
);

/** The body of a `403` and `429`. */
export const Refused = component("Refused", Type.Object({ error: Type.String({ examples: ["Invalid API key"] }) }));

/** The keys of every stored record (interface 1). */
export const recordKeys = { _id: Id, create_date: Instant, mod_date: Instant };

/** Rows to return and the 1-based page, required (the paged lists). */
export const PageSize = (maximum: number): Type.TInteger =>
  Type.Integer({
    minimum: 1,
    maximum,
    description: "Rows to return",
    "x-expected": `a whole number from 1 to ${maximum}`,
    examples: [50],
  });
export const PageNumber = Type.Integer({
  minimum: 1,
  description: "The page of that many rows, starting at 1",
  "x-expected": "a whole number from 1",
  examples: [1],
});

/** `count` and `page` of the plain lists: both optional. */
export const OptionalPaging = {
  count: Type.Optional(PageSize(10_000)),
  page: Type.Optional(PageNumber),
};

/** The language of configured texts in the response; an unknown one falls back to English (rules 2). */
export const Language = {
  language_id: Type.Optional(
    describedAs(
      Type.Unsafe<string | string[]>({
        // Never a reason to refuse (rules 2): given twice, the first counts.
        type: ["string", "array"],
        examples: ["nl"],
        description: "Language of configured texts; falls back to English",
      }),
      { type: "string" },
    ),
  ),
};

/** One `filter[field]=…` as it was sent: a substring, or one bound of a date range. */
export type FilterPart = { field: string; bound: "startDate" | "endDate" | undefined; value: string };
/** One `sorting[field]=asc|desc`, in the order sent. */
export type SortPart = { field: string; direction: "asc" | "desc" };

const bracketed = { type: "object", "x-brackets": true };

/** Whether a query parameter is sent with brackets. */
export const isBracketed = (schema: TSchema): boolean => Reflect.get(schema, "x-brackets") === true;

/** The value that one field is compared with. */
const Criterion = component(
  "FilterValue",
  Type.Union([
    Type.String(),
    Type.Object({ startDate: Type.Optional(Instant), endDate: Type.Optional(Instant) }, { minProperties: 1 }),
  ]),
);
const Direction = component("SortDirection", OneOf("asc", "desc"));

/** The bracketed query parameters of the big lists (interface 4.2). */
export const Filtering = {
  filter: Type.Optional(
    Type.Unsafe<FilterPart[]>({
      ...bracketed,
      additionalProperties: Criterion,
      description:
        "filter[<field>]: case-insensitive substring of any stored field. filter[<date field>][startDate] and [endDate]: a half-open range, counted as one filter. At most 20; any other form is a 400",
      examples: [{ last_name: "jans" }],
    }),
  ),
  sorting: Type.Optional(
    Type.Unsafe<SortPart[]>({
      ...bracketed,
      additionalProperties: Direction,
      description:
        "sorting[<field>]: asc or desc; several apply in the order in which they stand. At most 5; any other form is a 400",
      examples: [{ signed_in: "desc" }],
    }),
  ),
};

/** An object that keeps keys beyond the documented ones (interface 1). */
export const OpenObject = <P extends Type.TProperties>(
  properties: P,
  options: Record<string, unknown> = {},
): Type.TObject<P> => Type.Object(properties, { additionalProperties: true, ...options });

export { Type };
export type { Static, TSchema };
