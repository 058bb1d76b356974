import { endpoint, InLocation } from "../http/contract.ts";
import {
  Email,
  Id,
  Language,
  Message,
  Open,
  OptionalPaging,
  recordKeys,
  Texts,
  TextsInput,
  Type,
  Whole,
  Word,
} from "../http/schemas.ts";

const TAG = "Visit types";

/** The kinds of question. */
const FIELD_TYPES = ["text", "textarea", "number", "date", "checkbox", "dropdown", "radio", "phone", "email"] as const;
const FieldType = Word(...FIELD_TYPES);
const Image = Word("off", "optional", "required");
const Flag = Type.Boolean({ "x-expected": "true or false" });

const OptionTexts = Type.Record(Type.String(), Type.Array(Type.String()));
const OptionTextsInput = Type.Record(
  Type.String(),
  Type.Unsafe<string[] | null>({
    type: ["array", "null"],
    items: { type: "string" },
    "x-expected": "an array of texts or null",
  }),
  { "x-expected": 'options by language, such as { "en": ["Yes", "No"] }' },
);

/** One question of a visit type. */
export const Field = Type.Object({
  _id: Type.Optional(Id),
  field_name: Type.String({ description: "The key under which the answer is stored; it never changes" }),
  label: Type.String(),
  type: FieldType,
  required: Type.Boolean(),
  visible: Type.Boolean(),
  options: Type.Array(Type.String()),
  index: Type.Integer(),
  translations: Type.Object({ label: Texts, options: OptionTexts }),
});

const FieldInput = Open(
  {
    field_name: Type.Optional(
      Type.String({ description: "Names a stored question or a built-in field; new ones get theirs from the label" }),
    ),
    label: Type.Optional(Type.String()),
    type: Type.Optional(FieldType),
    required: Type.Optional(Flag),
    visible: Type.Optional(Flag),
    options: Type.Optional(Type.Array(Type.String(), { "x-expected": "an array of texts" })),
    index: Type.Optional(Whole(0, 1_000_000)),
    translations: Type.Optional(
      Type.Object({ label: Type.Optional(TextsInput), options: Type.Optional(OptionTextsInput) }),
    ),
  },
  { "x-expected": "a field: an object with label, type, required, visible, options and index" },
);

const Notifications = Type.Object({ email_in: Flag, sms_in: Flag, email_out: Flag });

export const VisitType = Type.Object({
  ...recordKeys,
  company_id: Id,
  name: Type.String(),
  active: Type.Boolean(),
  index: Type.Integer(),
  fields: Type.Array(Field),
  screening: Type.Boolean(),
  screening_mail: Type.Optional(Email),
  registered_visitors: Type.Boolean(),
  agreements: Type.Array(Id),
  photo: Image,
  signature: Image,
  badge: Type.Boolean(),
  host_notifications: Notifications,
  welcome_message: Type.Optional(Type.String()),
  signout_message: Type.Optional(Type.String()),
  translations: Type.Object({ name: Texts, welcome_message: Texts, signout_message: Texts }),
});

export const VisitTypeInput = Type.Object({
  name: Type.Optional(Type.String({ pattern: "\\S", "x-expected": "a name" })),
  active: Type.Optional(Flag),
  index: Type.Optional(Whole(0, 1_000_000)),
  fields: Type.Optional(Type.Array(FieldInput, { maxItems: 300, "x-expected": "an array of at most 300 fields" })),
  screening: Type.Optional(Flag),
  screening_mail: Type.Optional(Email),
  registered_visitors: Type.Optional(Flag),
  agreements: Type.Optional(Type.Array(Id, { "x-expected": "an array of agreement ids" })),
  photo: Type.Optional(Image),
  signature: Type.Optional(Image),
  badge: Type.Optional(Flag),
  host_notifications: Type.Optional(
    Type.Partial(Notifications, {
      additionalProperties: false,
      "x-expected": "an object of email_in, sms_in and email_out",
    }),
  ),
  welcome_message: Type.Optional(Type.String()),
  signout_message: Type.Optional(Type.String()),
  translations: Type.Optional(
    Type.Object(
      {
        name: Type.Optional(TextsInput),
        welcome_message: Type.Optional(TextsInput),
        signout_message: Type.Optional(TextsInput),
      },
      { "x-expected": "texts by key and language" },
    ),
  ),
});

/** A custom field of a location, once for all visit types that have it. */
export const LocationField = Type.Object({
  _id: Id,
  field_name: Type.String(),
  label: Type.String(),
  type: FieldType,
  required: Type.Boolean(),
  options: Type.Array(Type.String()),
  visit_types: Type.Array(Id),
  index: Type.Integer(),
});

const InPath = { ...InLocation, id: Id };
const example = { name: "Visitor", fields: [{ label: "License plate", type: "text", required: true }] };

export const listFields = endpoint({
  method: "GET",
  path: "/companies/{company_id}/fields",
  tag: "Locations",
  summary: "The custom fields of a location",
  may: "anyone",
  params: InLocation,
  query: { ...Language, ...OptionalPaging },
  response: Type.Array(LocationField),
});

export const listVisitTypes = endpoint({
  method: "GET",
  path: "/companies/{company_id}/visittypes",
  tag: TAG,
  summary: "The visit types of a location",
  may: "anyone",
  params: InLocation,
  query: { ...Language, ...OptionalPaging },
  response: Type.Array(VisitType),
});

export const createVisitType = endpoint({
  method: "POST",
  path: "/companies/{company_id}/visittypes",
  tag: TAG,
  summary: "Create a visit type",
  may: "location.manage",
  params: InLocation,
  query: Language,
  body: { ...VisitTypeInput, examples: [example] },
  response: VisitType,
});

export const readVisitType = endpoint({
  method: "GET",
  path: "/companies/{company_id}/visittypes/{id}",
  tag: TAG,
  summary: "One visit type",
  may: "anyone",
  params: InPath,
  query: Language,
  response: VisitType,
});

export const changeVisitType = endpoint({
  method: "PUT",
  path: "/companies/{company_id}/visittypes/{id}",
  tag: TAG,
  summary: "Change a visit type; `fields` replaces the list of custom fields",
  may: "location.manage",
  params: InPath,
  query: Language,
  body: VisitTypeInput,
  response: VisitType,
});

export const removeVisitType = endpoint({
  method: "DELETE",
  path: "/companies/{company_id}/visittypes/{id}",
  tag: TAG,
  summary: "Remove a visit type; visits that name it stay as they are",
  may: "location.manage",
  params: InPath,
  response: Message,
});
