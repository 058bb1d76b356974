import { type FieldDefinition, type FieldKind, type Fields, type NamesWith } from "../../../../shared/fields.ts";
import { longestOf } from "../../../../shared/lengths.ts";
import { Base64Image, Email, Id, Instant, InstantOrNull, OneOf, Source, SourceInput, Type } from "./schemas.ts";

type Schemas = Record<FieldKind, (field: FieldDefinition, name: string) => Type.TSchema>;

const textOf = ({ format, description = "", example }: FieldDefinition): Type.TString =>
  format === "email" ? Email : Type.String({ description, examples: [example] });
/** A text that a body sets has a greatest length; one that was stored before may be longer. */
const textInput = (field: FieldDefinition, name: string): Type.TString => {
  const maxLength = longestOf(name);
  const expected = field.format === "email" ? "an email address such as jo@example.org, of" : "a text of";
  return { ...textOf(field), maxLength, "x-expected": `${expected} at most ${maxLength} characters` } as Type.TString;
};
const wordOf = ({ words }: FieldDefinition) => (words === undefined ? Type.String() : OneOf(...words));

const ANSWERED = {
  text: textOf,
  word: wordOf,
  id: () => Id,
  date: () => Instant,
  number: () => Source,
  boolean: ({ description }) => Type.Boolean(description === undefined ? {} : { description }),
  json: () => Type.Array(Id),
  span: () => Type.Object({ startDate: Type.Optional(Instant), endDate: Type.Optional(Instant) }),
  images: () => Base64Image,
} satisfies Schemas;

const Bound = Type.Optional({
  ...InstantOrNull,
  "x-expected": "an ISO 8601 timestamp or a date such as 2026-11-21",
});

const SpanInput = Type.Object(
  { startDate: Bound, endDate: Bound },
  {
    additionalProperties: false,
    description:
      "Half-open; with one bound it is open-ended. A plain date is that day in the location's time zone: its start as startDate, its end as endDate. If left out, expected on any day",
    "x-expected": '{ "startDate", "endDate" }, or null',
  },
);

const SENT = {
  text: textInput,
  word: wordOf,
  // The location is checked by the guard, so that all its refusals look the same.
  id: ({ body, description }) =>
    body === "as_sent" ? Id : Type.String(description === undefined ? {} : { description }),
  date: () => Instant,
  number: () => SourceInput,
  boolean: () => Type.Boolean({ "x-expected": "true or false" }),
  json: () => Type.Array(Id, { "x-expected": "an array of agreement IDs" }),
  span: () => SpanInput,
  images: () => Base64Image,
} satisfies Schemas;

type SentSchemas = { [Kind in FieldKind]: ReturnType<(typeof SENT)[Kind]> };

/** The keys that a body may set of a record's fields. */
export type BodySchemas<F extends Fields> = {
  [Name in NamesWith<F, { body: unknown }>]: Type.TOptional<SentSchemas[F[Name]["kind"]]>;
};

type Entry = [string, FieldDefinition];
const isAsSent = ([, { body }]: Entry): boolean => body === "as_sent";

/** The fields in the order of the contract: those stored as sent, then the others. */
const ordered = (fields: Fields): Entry[] => {
  const all: Entry[] = Object.entries(fields);
  return [...all.filter(isAsSent), ...all.filter((entry) => !isAsSent(entry))];
};

const schemasOf = (entries: Entry[], schemas: Schemas, isAlways: (field: FieldDefinition) => boolean) =>
  Object.fromEntries(
    entries.map(([name, field]) => {
      const schema = schemas[field.kind](field, name);
      return [name, isAlways(field) ? schema : Type.Optional(schema)];
    }),
  );

/** The schemas of a body that sets these fields; all of them are optional. */
export const bodySchemas = <F extends Fields>(fields: F): BodySchemas<F> => {
  const entries = ordered(fields).filter(([, { body }]) => body !== undefined);
  return schemasOf(entries, SENT, () => false) as BodySchemas<F>;
};

/** The schemas of a response; fields that are extra keys have none. */
export const answerSchemas = (fields: Fields): Type.TProperties => {
  const entries = ordered(fields).filter(([, { body, column }]) => body !== undefined || column !== undefined);
  return schemasOf(entries, ANSWERED, ({ always }) => always === true);
};

/** The fields that only the service sets: in a body they are ignored. */
export const ignoredIn = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { body, column }]) =>
    body === undefined && column !== undefined ? [name] : [],
  );

/** The keys of a body that are not extra keys: documented ones that `extra` doesn't keep. */
export const documentedIn = (fields: Fields, body: Type.TObject): ReadonlySet<string> => {
  const isExtra = (name: string): boolean => fields[name]?.body === "as_sent" && fields[name].column === undefined;
  return new Set(Object.keys(body.properties).filter((name) => !isExtra(name)));
};
