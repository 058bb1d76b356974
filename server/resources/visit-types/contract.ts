import { NOTIFICATION_FLAGS } from "../../platform/channels/channels.ts";
import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import {
  Email,
  Id,
  Language,
  Message,
  OpenObject,
  OptionalPaging,
  recordKeys,
  Texts,
  TextsInput,
  Type,
  WholeNumber,
  OneOf,
} from "../../platform/http/contract/schemas.ts";

const TAG = "Visit types";

/** The kinds of question. */
const FIELD_TYPES = ["text", "textarea", "number", "date", "checkbox", "dropdown", "radio", "phone", "email"] as const;
const FieldType = OneOf(...FIELD_TYPES);
const Image = OneOf("off", "optional", "required");
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

named({ VisitTypeField: Field });

const FieldInput = OpenObject(
  {
    field_name: Type.Optional(
      Type.String({ description: "Names a stored question or a built-in field; new ones get theirs from the label" }),
    ),
    label: Type.Optional(Type.String()),
    type: Type.Optional(FieldType),
    required: Type.Optional(Flag),
    visible: Type.Optional(Flag),
    options: Type.Optional(Type.Array(Type.String(), { "x-expected": "an array of texts" })),
    index: Type.Optional(WholeNumber(0, 1_000_000)),
    translations: Type.Optional(
      Type.Object({ label: Type.Optional(TextsInput), options: Type.Optional(OptionTextsInput) }),
    ),
  },
  { "x-expected": "a field: an object with label, type, required, visible, options and index" },
);

named({ VisitTypeFieldInput: FieldInput });

/** Which channels notify hosts of which events; all of them by default. */
export const NOTIFICATIONS = Object.fromEntries(NOTIFICATION_FLAGS.map((flag) => [flag, true]));
const Notifications = Type.Object(Object.fromEntries(NOTIFICATION_FLAGS.map((flag) => [flag, Flag])));

/** A week. */
const ENDS_AFTER_MINUTES_MAX = 7 * 24 * 60;

const EndsAfter = Type.Optional({
  ...WholeNumber(1, ENDS_AFTER_MINUTES_MAX),
  description: "Minutes after which a visit signs out automatically, such as a delivery; left out: never",
});

const SUBJECT_LENGTH_MAX = 200;
const TEXT_LENGTH_MAX = 5_000;
const SMS_LENGTH_MAX = 480;

/** The notification texts that a visit type can replace: their descriptions and lengths at most. */
export const NOTIFICATION_TEXTS = {
  notification_sign_in_subject: ["Subject of the email to the host at sign-in", SUBJECT_LENGTH_MAX],
  notification_sign_in_text: ["The email to the host at sign-in", TEXT_LENGTH_MAX],
  notification_sign_in_sms: ["The SMS to the host at sign-in", SMS_LENGTH_MAX],
  notification_sign_out_subject: ["Subject of the email to the host at sign-out", SUBJECT_LENGTH_MAX],
  notification_sign_out_text: ["The email to the host at sign-out", TEXT_LENGTH_MAX],
  notification_screening_subject: ["Subject of the approval request email", SUBJECT_LENGTH_MAX],
  notification_screening_text: [
    "The opening of the approval request email; the visitor's data and the two links follow",
    TEXT_LENGTH_MAX,
  ],
  notification_screening_sms: ["The approval request SMS; the link follows", SMS_LENGTH_MAX],
  notification_confirmation_subject: [
    "Subject of the email to screening_mail about an approval or rejection",
    SUBJECT_LENGTH_MAX,
  ],
  notification_confirmation_text: [
    "The email to screening_mail about an approval or rejection: %decision%, %decided_by%",
    TEXT_LENGTH_MAX,
  ],
} as const satisfies Record<string, readonly [string, number]>;

export type NotificationKey = keyof typeof NOTIFICATION_TEXTS;

const eachText = <T>(schemaOf: (about: string, maxLength: number) => T): Record<NotificationKey, T> =>
  // Has the same keys as its input, which Object.fromEntries can't express.
  Object.fromEntries(
    Object.entries(NOTIFICATION_TEXTS).map(([key, [about, maxLength]]) => [key, schemaOf(about, maxLength)]),
  ) as Record<NotificationKey, T>;

const FILLED = "Plain text; %field% becomes the value, a { … } segment is left out if a placeholder in it is empty";

const ownText = (about: string) => Type.Optional(Type.String({ description: `${about}. ${FILLED}` }));
const ownTexts = () => Type.Optional(Texts);
const ownTextInput = (about: string, maxLength: number) =>
  Type.Optional(
    Type.String({
      description: `${about}. ${FILLED}`,
      maxLength,
      "x-expected": `a text of at most ${maxLength} characters`,
    }),
  );
const ownTextsInput = (_about: string, maxLength: number) =>
  Type.Optional(
    Type.Record(
      Type.String(),
      Type.Unsafe<string | null>({
        type: ["string", "null"],
        maxLength,
        "x-expected": `a text of at most ${maxLength} characters or null`,
      }),
      { "x-expected": 'texts by language, such as { "en": "%visitor% is here" }' },
    ),
  );

const ScreeningBy = OneOf("host", "watchlist", "both");

export const VisitType = Type.Object({
  ...recordKeys,
  company_id: Id,
  name: Type.String(),
  active: Type.Boolean(),
  index: Type.Integer(),
  fields: Type.Array(Field),
  screening: Type.Boolean(),
  watchlist: Type.Boolean(),
  screening_by: ScreeningBy,
  screening_mail: Type.Optional(Email),
  registered_visitors: Type.Boolean(),
  agreements: Type.Array(Id),
  photo: Image,
  signature: Image,
  badge: Type.Boolean(),
  ends_after_minutes: EndsAfter,
  host_notifications: Notifications,
  welcome_message: Type.Optional(Type.String()),
  signout_message: Type.Optional(Type.String()),
  ...eachText(ownText),
  translations: Type.Object({ name: Texts, welcome_message: Texts, signout_message: Texts, ...eachText(ownTexts) }),
});

export const VisitTypeInput = Type.Object({
  name: Type.Optional(Type.String({ pattern: "\\S", "x-expected": "a name" })),
  active: Type.Optional(Flag),
  index: Type.Optional(WholeNumber(0, 1_000_000)),
  fields: Type.Optional(Type.Array(FieldInput, { maxItems: 300, "x-expected": "an array of at most 300 fields" })),
  screening: Type.Optional(Flag),
  watchlist: Type.Optional(Flag),
  screening_by: Type.Optional(ScreeningBy),
  screening_mail: Type.Optional(Email),
  registered_visitors: Type.Optional(Flag),
  agreements: Type.Optional(Type.Array(Id, { "x-expected": "an array of agreement IDs" })),
  photo: Type.Optional(Image),
  signature: Type.Optional(Image),
  badge: Type.Optional(Flag),
  ends_after_minutes: EndsAfter,
  host_notifications: Type.Optional(
    Type.Unsafe<Record<string, boolean>>(
      Type.Partial(Notifications, {
        additionalProperties: false,
        "x-expected": `an object of ${NOTIFICATION_FLAGS.join(", ").replace(/, (?=\w+$)/, " and ")}`,
      }),
    ),
  ),
  welcome_message: Type.Optional(Type.String()),
  signout_message: Type.Optional(Type.String()),
  ...eachText(ownTextInput),
  translations: Type.Optional(
    Type.Object(
      {
        name: Type.Optional(TextsInput),
        welcome_message: Type.Optional(TextsInput),
        signout_message: Type.Optional(TextsInput),
        ...eachText(ownTextsInput),
      },
      { "x-expected": "texts by key and language" },
    ),
  ),
});

/** A custom field of a location, listed once for all visit types that have it. */
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

named({ VisitType, VisitTypeInput, CustomField: LocationField });

const InPath = { ...LocationParams, id: Id };
const example = { name: "Visitor", fields: [{ label: "Vehicle registration", type: "text", required: true }] };

export const listFields = endpoint({
  operationId: "listCustomFields",
  method: "GET",
  path: "/companies/{company_id}/fields",
  tag: "Locations",
  summary: "A location's custom fields",
  permission: "anyone",
  params: LocationParams,
  query: { ...Language, ...OptionalPaging },
  response: Type.Array(LocationField),
});

export const listVisitTypes = endpoint({
  operationId: "listVisitTypes",
  method: "GET",
  path: "/companies/{company_id}/visittypes",
  tag: TAG,
  summary: "A location's visit types",
  permission: "anyone",
  params: LocationParams,
  query: { ...Language, ...OptionalPaging },
  response: Type.Array(VisitType),
});

export const createVisitType = endpoint({
  operationId: "createVisitType",
  method: "POST",
  path: "/companies/{company_id}/visittypes",
  tag: TAG,
  summary: "Create a visit type",
  permission: "location.manage",
  params: LocationParams,
  query: Language,
  body: { ...VisitTypeInput, examples: [example] },
  response: VisitType,
});

export const readVisitType = endpoint({
  operationId: "getVisitType",
  method: "GET",
  path: "/companies/{company_id}/visittypes/{id}",
  tag: TAG,
  summary: "One visit type",
  permission: "anyone",
  params: InPath,
  query: Language,
  response: VisitType,
});

export const changeVisitType = endpoint({
  operationId: "updateVisitType",
  method: "PUT",
  path: "/companies/{company_id}/visittypes/{id}",
  tag: TAG,
  summary: "Change a visit type; `fields` replaces the list of custom fields",
  permission: "location.manage",
  params: InPath,
  query: Language,
  body: VisitTypeInput,
  keeps: ["name"],
  response: VisitType,
});

export const removeVisitType = endpoint({
  operationId: "deleteVisitType",
  method: "DELETE",
  path: "/companies/{company_id}/visittypes/{id}",
  tag: TAG,
  summary: "Remove a visit type; past visits keep it",
  permission: "location.manage",
  params: InPath,
  response: Message,
});
