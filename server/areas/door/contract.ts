import { endpoint } from "../../platform/http/contract/contract.ts";
import { Id, Instant, Language, Texts, Type, OneOf } from "../../platform/http/contract/schemas.ts";
import { Code, PersonName } from "./sign-in-contract.ts";

export {
  signatureInput,
  Answers,
  SignInInput,
  Badge,
  SignedIn,
  VisitState,
  signInAtDoor,
  awaitCompanion,
  readVisitState,
  SignOutInput,
  SignedOut,
  signOutAtDoor,
} from "./sign-in-contract.ts";

/**
 * The endpoints for a visitor's sign-in, whatever screen shows it: a kiosk calls them below `/kiosk/api` with its own
 * credential, the page behind a poster below `/visit/api` with the poster's token (docs/visitor-pages.md).
 */
const TAG = "Door";

const FieldType = OneOf("text", "textarea", "number", "date", "checkbox", "dropdown", "radio", "phone", "email");
const Image = OneOf("off", "optional", "required");

/** A question as visitors are asked it: visible ones only, in order, in every language. */
export const DoorField = Type.Object({
  field_name: Type.String(),
  label: Texts,
  type: FieldType,
  required: Type.Boolean(),
  options: Type.Record(Type.String(), Type.Array(Type.String())),
});

/** An active visit type. */
export const DoorType = Type.Object({
  _id: Id,
  name: Texts,
  fields: Type.Array(DoorField),
  agreements: Type.Array(Id, { description: "Those to be signed, in their order; all of them are in `agreements`" }),
  group_agreements: Type.Optional(
    Type.Array(Id, { description: "The same for who comes in a group, where that is another list" }),
  ),
  photo: Image,
  signature: Image,
  screening: Type.Boolean(),
  badge: Type.Boolean(),
  expected: Type.Boolean({ description: "Visitors may be expected for it" }),
  welcome_message: Texts,
  signout_message: Texts,
});

/**
 * An agreement in its current version, with the captions of its video as WebVTT; `GET /agreements/{agreement_id}/pdf`
 * returns a document.
 */
export const DoorAgreement = Type.Object({
  _id: Id,
  version: Type.Integer(),
  name: Texts,
  type: OneOf("text", "pdf", "video"),
  text: Texts,
  video: Texts,
  captions: Type.Optional(Texts),
  pdf: Type.Record(Type.String(), Type.Object({ bytes: Type.Integer(), sha256: Type.String() })),
  expiry_days: Type.Optional(Type.Integer()),
});

/** The location's name, and how its pages look. */
export const DoorLocation = Type.Object({
  name: Type.String(),
  languages: Type.Array(Type.String()),
  default_language: Type.String(),
  timezone: Type.String(),
  address: Type.Optional(Type.String({ description: "In one line" })),
  logo: Type.Optional(Type.String()),
  colour: Type.Optional(Type.String({ examples: ["#2543c6"] })),
  background: Type.Optional(Type.String({ description: "Base64 image or data: URL" })),
  phone_country: Type.Optional(
    Type.String({ description: "Whose telephone numbers are read without their country code; if left out, none are" }),
  ),
});

const DoorSettings = Type.Object({
  hosts_must_be_valid: Type.Boolean(),
  kiosk_sign_out_button: Type.Boolean(),
  kiosk_idle_seconds: Type.Integer(),
  welcome_seconds: Type.Integer(),
  kiosk_keyboard: Type.Boolean({ description: "The page shows its own keyboard" }),
  kiosk_camera: Type.Boolean({ description: "A kiosk reads codes on its first screen" }),
  retention_days: Type.Optional(Type.Integer({ description: "If left out, kept until someone erases it" })),
});

/** Everything a page needs besides hosts; it may be stored for use offline. */
export const Door = Type.Object({
  location: DoorLocation,
  settings: DoorSettings,
  privacy_notice: Texts,
  entry_point: Type.Optional(Type.Object({ name: Texts })),
  visit_types: Type.Array(DoorType),
  agreements: Type.Array(DoorAgreement),
});

/** `version` changes with any value in `door`, which is left out if the caller has that version already. */
const VersionedDoor = Type.Object({ version: Type.String(), door: Type.Optional(Door) });

const Version = {
  version: Type.Optional(Type.String({ description: "The version you have; only a newer one is returned" })),
};

export const readDoor = endpoint({
  method: "GET",
  path: "/door",
  tag: TAG,
  summary: "Everything a page needs to sign visitors in, in all languages",
  permission: "anyone",
  query: Version,
  response: VersionedDoor,
});

/** A host by name only: visitors must learn nothing else about them. */
export const DoorHost = Type.Object({ _id: Id, cn: Type.String(), sticky: Type.Boolean() });

export const findHosts = endpoint({
  method: "GET",
  path: "/hosts",
  tag: TAG,
  summary: "Up to four hosts matching at least two letters of a name; without letters, the pinned hosts",
  description: "Accents, case and small slips don't matter. The search is `searchNames` of shared/text/name-search.ts.",
  permission: "anyone",
  query: { q: Type.Optional(Type.String({ maxLength: 200, "x-expected": "at most 200 characters" })) },
  response: Type.Array(DoorHost),
});

/** For kiosks only, which store the names for use offline. */
const VersionedHosts = Type.Object({ version: Type.String(), hosts: Type.Optional(Type.Array(DoorHost)) });

export const readAllHosts = endpoint({
  method: "GET",
  path: "/hosts/all",
  tag: TAG,
  summary: "The names of all hosts, for searching offline",
  permission: "anyone",
  query: Version,
  response: VersionedHosts,
});

export const readDoorAgreement = endpoint({
  method: "GET",
  path: "/agreements/{agreement_id}/pdf",
  tag: TAG,
  summary: "An agreement's PDF in the requested language",
  permission: "anyone",
  params: { agreement_id: Id },
  query: Language,
  response: Type.String(),
  produces: "application/pdf",
});

/**
 * Who the visitor is, as far as the page may know it.
 * - `expected`: a registered visitor who is expected now.
 * - `returning`: the code of an earlier visit's badge; `answers` has no more than a badge shows.
 * - `inside`: the code of an open visit; the page offers to sign out.
 * - `not_today`: an invitation for another day, which `visiting_on` has.
 * - `unknown`: no such code or name, or a name shared by several people.
 */
export const RecogniseAnswer = Type.Object({
  outcome: OneOf("expected", "returning", "inside", "not_today", "unknown"),
  recognition: Type.Optional(Type.String({ description: "To be sent with the sign-in; valid for 30 minutes" })),
  first_name: Type.Optional(Type.String()),
  visit_type: Type.Optional(Id),
  language_id: Type.Optional(Type.String()),
  answers: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: "What is known, by field_name, to fill the form with" }),
  ),
  known: Type.Optional(
    Type.Array(Type.String(), {
      description: "Fields that the location has an answer to and does not show: they needn't be asked",
    }),
  ),
  in_group: Type.Optional(
    Type.Boolean({ description: "They come in a group, and sign the `group_agreements` of the visit type" }),
  ),
  signed: Type.Optional(
    Type.Array(Id, { description: "Agreements that were signed in their current version and are still valid" }),
  ),
  photo: Type.Optional(Type.Boolean({ description: "A photo was given before the visit and is used" })),
  visiting_on: Type.Optional(
    Type.Object({ startDate: Type.Optional(Instant), endDate: Type.Optional(Instant) }, { description: "Their day" }),
  ),
});

export const recognise = endpoint({
  method: "POST",
  path: "/recognise",
  tag: TAG,
  summary: "The visitor who shows this QR code",
  permission: "anyone",
  body: Type.Object({ code: Code }),
  response: RecogniseAnswer,
  secret: true,
});

export const findExpected = endpoint({
  method: "POST",
  path: "/expected",
  tag: TAG,
  summary: "Whether someone with this name is expected now",
  description:
    "Case, accents, apostrophes, hyphens and blanks don't matter, nor which of the two names comes first; one name is enough for a visitor who has only one. All letters must be there. The response contains only the name itself, the visit type, and which questions needn't be asked.",
  permission: "anyone",
  body: Type.Object({
    first_name: Type.Optional(PersonName("Rosa", 0)),
    last_name: Type.Optional(PersonName("Known", 0)),
  }),
  response: RecogniseAnswer,
  secret: true,
});
