import { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import { MESSAGE_KINDS } from "../../platform/channels/channels.ts";
import { Answers, DoorAgreement, DoorField, DoorLocation, signatureInput, VisitState } from "../door/contract.ts";
import { PersonName } from "../door/sign-in-contract.ts";
import { BODY_LIMITS, endpoint } from "../../platform/http/contract/contract.ts";
import { Email, Id, Instant, Language, OpenObject, Texts, Type, OneOf } from "../../platform/http/contract/schemas.ts";

/**
 * The endpoints of the pages on visitors' own phones, below `/visit/api`, each with the token of its link as
 * `Authorization: Bearer …` (docs/visitor-pages.md). The page behind a poster calls those of
 * server/areas/door/contract.ts.
 */
const TAG = "Visitor pages";

const Image = OneOf("off", "optional", "required");
const Span = Type.Object({ startDate: Type.Optional(Instant), endDate: Type.Optional(Instant) });

/** The group that the visitor leads: names alone. */
export const InvitationGroup = Type.Object({
  name: Type.Optional(Type.String()),
  members: Type.Array(
    Type.Object({
      _id: Id,
      first_name: Type.Optional(Type.String()),
      last_name: Type.Optional(Type.String()),
      added: Type.Boolean({ description: "By the leader, who can take it back" }),
    }),
  ),
  unnamed: Type.Integer({ description: "How many more come, without names" }),
});

/** The visit of an invitation, its questions, and the answers so far. */
export const Invitation = Type.Object({
  location: DoorLocation,
  privacy_notice: Texts,
  retention_days: Type.Optional(Type.Integer()),
  visiting_on: Type.Optional(Span),
  host: Type.Optional(Type.String()),
  language_id: Type.Optional(Type.String()),
  visit_type: Type.Optional(Type.Object({ _id: Id, name: Texts })),
  fields: Type.Array(DoorField, {
    description: "The questions, without the host, who is chosen by the person who invited the visitor",
  }),
  agreements: Type.Array(DoorAgreement, { description: "Those that may be signed now; else it is done on arrival" }),
  photo: Image,
  answers: Answers,
  signed: Type.Array(Id, { description: "Agreements that are signed in their current version" }),
  has_photo: Type.Boolean(),
  status: OneOf(...REGISTERED_FIELDS.status.words),
  preregistered_date: Type.Optional(Instant),
  group: Type.Optional(InvitationGroup),
  code: Type.String({ description: "The text of the QR code to show on arrival" }),
});

export const readInvitation = endpoint({
  method: "GET",
  path: "/invitation",
  tag: TAG,
  summary: "The visit this invitation is for",
  description: "`403` if the link is invalid, or the visit has started, ended or been cancelled.",
  permission: "anyone",
  response: Invitation,
  secret: true,
});

export const InvitationInput = Type.Object({
  answers: Type.Optional(Answers),
  language_id: Type.Optional(Type.String({ maxLength: 35, examples: ["nl"], "x-expected": "a language code" })),
  ...signatureInput,
  draft: Type.Optional(
    Type.Boolean({ "x-expected": "true or false", description: "Keep it, but required answers can still be missing" }),
  ),
});

export const saveInvitation = endpoint({
  method: "PUT",
  path: "/invitation",
  tag: TAG,
  summary: "Keep answers, signed agreements and photo for the visit",
  description:
    "Missing keys are kept; within `answers`, `null` removes one. The first save that isn't a draft completes the visitor's details. A `400` gives the wrong answer in `field`.",
  permission: "anyone",
  body: InvitationInput,
  bodyLimit: BODY_LIMITS.image,
  pictureless: BODY_LIMITS.small,
  response: Invitation,
  secret: true,
});

export const addName = endpoint({
  method: "POST",
  path: "/invitation/group/members",
  tag: TAG,
  summary: "The leader of a group names one of its unnamed persons",
  description:
    "`unnamed` falls by one, and the person is a registered visitor. `403` for a visitor who leads no group.",
  permission: "anyone",
  body: Type.Object({
    first_name: PersonName("Rosa"),
    last_name: PersonName("Known"),
    email: Type.Optional(Email),
  }),
  bodyLimit: BODY_LIMITS.small,
  response: InvitationGroup,
  secret: true,
});

export const takeNameBack = endpoint({
  method: "DELETE",
  path: "/invitation/group/members/{id}",
  tag: TAG,
  summary: "The leader of a group takes back a name that they added",
  permission: "anyone",
  params: { id: Id },
  response: InvitationGroup,
});

export const readCalendar = endpoint({
  method: "GET",
  path: "/invitation/calendar",
  tag: TAG,
  summary: "The visit as a calendar entry; 404 for one without a date",
  permission: "anyone",
  query: Language,
  response: Type.String(),
  produces: "text/calendar; charset=utf-8",
});

export const readInvitationAgreement = endpoint({
  method: "GET",
  path: "/invitation/agreements/{agreement_id}/pdf",
  tag: TAG,
  summary: "An agreement's PDF in the requested language",
  permission: "anyone",
  params: { agreement_id: Id },
  query: Language,
  response: Type.String(),
  produces: "application/pdf",
});

/** The answer that a visitor waits for, and the place; nothing of the visitor. */
export const AnswerPage = Type.Object({
  location: Type.Object({
    name: Type.String(),
    timezone: Type.String(),
    default_language: Type.String(),
    languages: Type.Array(Type.String()),
    logo: Type.Optional(Type.String()),
    colour: Type.Optional(Type.String()),
  }),
  state: VisitState,
});

export const readAnswerPage = endpoint({
  method: "GET",
  path: "/answer",
  tag: TAG,
  summary: "The answer to the visitor who scanned the code of a kiosk, and the place",
  description: "`403` if the link is invalid or a day old, or the visit was erased.",
  permission: "anyone",
  response: AnswerPage,
});

export const readAnswer = endpoint({
  method: "GET",
  path: "/answer/state",
  tag: TAG,
  summary: "The answer alone, to be asked again while the page is open",
  permission: "anyone",
  response: VisitState,
});

const ErasureState = OneOf("pending", "declined");

/** Everything stored about the holder of the invitation or the badge, as it is stored. */
export const OwnData = Type.Object({
  location: Type.Object({
    name: Type.String(),
    timezone: Type.String(),
    default_language: Type.String(),
    address: Type.Optional(Type.String()),
    logo: Type.Optional(Type.String()),
    colour: Type.Optional(Type.String()),
  }),
  retention_days: Type.Optional(Type.Integer()),
  registered_visitor: Type.Optional(OpenObject({ _id: Id })),
  given_before: Type.Optional(
    Type.Object(
      {
        photo: Type.Optional(Type.String()),
        signature: Type.Optional(Type.String()),
        signed_name: Type.Optional(Type.String()),
      },
      { description: "Given for a visit to come" },
    ),
  ),
  inside: Type.Optional(Type.Boolean({ description: "For an invitation: whether the visitor is inside" })),
  visits: Type.Array(OpenObject({ _id: Id, signed_in: Instant })),
  labels: Type.Record(Type.String(), Texts, { description: "What the fields are called, by field_name" }),
  signed_agreements: Type.Array(
    Type.Object({
      agreement_id: Type.Optional(Id),
      name: Type.String(),
      version: Type.Integer(),
      language: Type.String(),
      signed_at: Instant,
      visit: Type.Optional(Id),
    }),
  ),
  messages: Type.Array(
    Type.Object({ kind: OneOf(...MESSAGE_KINDS), to: Type.String(), template: Type.String(), at: Instant }),
  ),
  erasure: Type.Optional(Type.Object({ state: ErasureState, create_date: Instant, mod_date: Instant })),
});

export const readOwnData = endpoint({
  method: "GET",
  path: "/data",
  tag: TAG,
  summary: "What is stored about the holder of this invitation or badge",
  permission: "anyone",
  response: OwnData,
});

export const readOwnSignature = endpoint({
  method: "GET",
  path: "/data/visits/{visit_id}/agreements/{agreement_id}/pdf",
  tag: TAG,
  summary: "What the holder of this invitation or badge signed during a visit of theirs, as a PDF",
  permission: "anyone",
  params: { visit_id: Id, agreement_id: Id },
  response: Type.String(),
  produces: "application/pdf",
});

export const requestErasure = endpoint({
  method: "POST",
  path: "/data/erasure",
  tag: TAG,
  summary: "Ask the location to erase it; asking again returns the pending request",
  permission: "anyone",
  bodyOptional: true,
  body: Type.Object({}),
  response: Type.Object({ state: ErasureState, create_date: Instant, mod_date: Instant }),
});
