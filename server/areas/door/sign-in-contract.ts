import { LENGTHS } from "../../../shared/lengths.ts";
import { VISIT_FIELDS } from "../../../shared/visit-fields.ts";
import { Reply } from "../../resources/visits/answers-contract.ts";
import { BODY_LIMITS, endpoint } from "../../platform/http/contract/contract.ts";
import { Base64Image, Id, Instant, NameInput, Type, WholeNumber, OneOf } from "../../platform/http/contract/schemas.ts";

/**
 * Signing in and out at kiosks and on phones. The questions are in server/areas/door/contract.ts, which exports this,
 * too: pages may import files of that name only.
 */
const TAG = "Door";

const TOKEN_LENGTH_MAX = 2_000;
/** The text of a QR code. */
export const Code = Type.String({
  maxLength: TOKEN_LENGTH_MAX,
  "x-expected": "the text of a QR code: of an invitation or of a badge",
});
/** A name as the visitor typed it. */
export const PersonName = (example: string, minLength = 1) =>
  NameInput({
    minLength,
    examples: [example],
    "x-expected":
      minLength === 0
        ? `a name of at most ${LENGTHS.name} characters`
        : `a name of ${minLength} to ${LENGTHS.name} characters`,
  });

const ClientRef = Type.String({
  pattern: "^[\\w-]{8,100}$",
  examples: ["7c4d2a52-9a4e-4c7e-8f53-0d1c8f2f8e11"],
  "x-expected": "a text of 8 to 100 letters, digits, _ and -, such as a UUID",
});

/** For actions made offline: both times are by the page's own clock, so that a wrong clock does not matter. */
const Queued = Type.Object(
  { queued_at: Instant, sent_at: Instant },
  {
    description: "When it was done and when this request was sent, both by the page's clock",
    "x-expected": "{ queued_at, sent_at } as ISO 8601 timestamps",
  },
);

const SignedAgreement = Type.Object(
  {
    _id: Id,
    version: WholeNumber(1, 1_000_000_000),
    name: Type.Optional(
      Type.String({
        maxLength: 2_000,
        description: "The title that was shown",
        "x-expected": "a text of at most 2,000 characters",
      }),
    ),
    language: Type.Optional(
      Type.String({
        maxLength: 35,
        examples: ["nl"],
        description: "The language in which it was shown",
        "x-expected": "a language code",
      }),
    ),
  },
  {
    description: "Signed as it was shown. If it has changed, `400` with the code `agreement_changed`",
    "x-expected": "an agreement as it was shown, { _id, version, name, language }",
  },
);

/** The signature under the agreements: a drawing, or a typed name. */
export const signatureInput = {
  agreements: Type.Optional(
    Type.Array(SignedAgreement, { maxItems: 100, "x-expected": "an array of { _id, version }" }),
  ),
  signature: Type.Optional(Base64Image),
  signed_name: Type.Optional(PersonName("Jo Janssens")),
  photo: Type.Optional(Base64Image),
};

/** Answers by `field_name`, custom questions and built-in fields alike. */
export const Answers = Type.Record(Type.String(), Type.Unknown(), {
  "x-expected": "an object of answers by field_name",
  examples: [{ first_name: "Jo", last_name: "Janssens", licenseplate: "1-ABC-234" }],
});

export const SignInInput = Type.Object({
  client_ref: ClientRef,
  visit_type: Type.Optional(Id),
  language_id: Type.Optional(Type.String({ maxLength: 35, examples: ["nl"], "x-expected": "a language code" })),
  answers: Answers,
  host: Type.Optional({ ...Id, description: "The chosen host, to tell apart people with the same name" }),
  recognition: Type.Optional(
    Type.String({ maxLength: TOKEN_LENGTH_MAX, "x-expected": "the token from the recognition" }),
  ),
  companion_of: Type.Optional({
    ...ClientRef,
    description:
      "At a kiosk: the `client_ref` of the visitor they came with. Their host gets one message. Ignored if it names no visit of the last ten minutes at a kiosk",
  }),
  ...signatureInput,
  queued: Type.Optional(Queued),
  version: Type.Optional(
    Type.String({
      description: "Of the door that asked the questions; with `queued`, an older one might have fewer answers",
    }),
  ),
});

/** The data of the done screen and the badge. */
export const Badge = Type.Object({
  name: Type.String(),
  company: Type.Optional(Type.String()),
  host: Type.Optional(Type.String()),
  visit_type: Type.Optional(Type.String()),
  visitor_number: Type.Optional(Type.Integer()),
  location: Type.String(),
  photo: Type.Boolean({ description: "The badge has a photo; the page that took it has it" }),
});

const Approval = Type.Optional(OneOf(...VISIT_FIELDS.approval.words));

export const SignedIn = Type.Object({
  token: Type.String({ description: "Signs this visit out and reads its status; gives no other access" }),
  code: Type.String({
    description:
      "The text of the QR code that signs out: on a badge 38 digits and capitals, on a phone a link with that token",
  }),
  data: Type.Optional(
    Type.String({
      description:
        "The link to the visitor's own data, for their own phone; left out at a kiosk, and if only the name was known",
    }),
  ),
  answer_page: Type.Optional(
    Type.String({
      description: "At a kiosk, while approval is pending: the link to the answer for the visitor's own phone",
    }),
  ),
  signed_in: Instant,
  first_name: Type.Optional(Type.String()),
  host: Type.Optional(Type.String()),
  host_told: Type.Boolean({ description: "An email or SMS is sent to the host" }),
  approval: Approval,
  message: Type.Optional(Type.String({ description: "The welcome message, filled in" })),
  welcome_seconds: Type.Integer(),
  badge: Type.Optional(Badge),
});

export const signInAtDoor = endpoint({
  method: "POST",
  path: "/visits",
  tag: TAG,
  summary: "Sign in",
  description:
    "The same `client_ref` always means the same visit and shows no more than the first time, whatever else is sent. A `400` gives the wrong answer in `field`. `404`: the visit was erased.",
  permission: "anyone",
  body: SignInInput,
  bodyLimit: BODY_LIMITS.image,
  pictureless: BODY_LIMITS.small,
  response: SignedIn,
  secret: true,
});

export const awaitCompanion = endpoint({
  method: "POST",
  path: "/visits/companion",
  tag: TAG,
  summary: "Someone who came with this visitor signs in next",
  description:
    "The message to the host waits for them, at most two minutes from the first sign-in; not if it has been queued. A `client_ref` that is unknown changes nothing.",
  permission: "anyone",
  body: Type.Object({ client_ref: ClientRef }),
  response: Type.Object({ message: Type.String() }),
});

/** The state of a visit. */
export const VisitState = Type.Object({
  approval: Approval,
  signed_out: Type.Boolean(),
  host_reply: Type.Optional(Reply),
});

export const readVisitState = endpoint({
  method: "POST",
  path: "/visits/state",
  tag: TAG,
  summary: "A visit's status: whether it was approved, whether it is over, what the host has replied",
  permission: "anyone",
  body: Type.Object({ token: Code }),
  response: VisitState,
});

/** By the code of a badge, by the reference of the sign-in, or (kiosks only) by name. */
export const SignOutInput = Type.Object({
  client_ref: ClientRef,
  code: Type.Optional(Code),
  visit_ref: Type.Optional({
    ...ClientRef,
    description: "The `client_ref` of the sign-in: a badge printed offline",
  }),
  first_name: Type.Optional(PersonName("Jo")),
  last_name: Type.Optional(PersonName("Janssens")),
  company: Type.Optional(PersonName("Acme")),
  language_id: Type.Optional(Type.String({ maxLength: 35, "x-expected": "a language code" })),
  queued: Type.Optional(Queued),
});

/** `several`: more than one person of this name is inside; their company or badge tells them apart. */
export const SignedOut = Type.Object({
  outcome: OneOf("signed_out", "unknown", "several"),
  first_name: Type.Optional(Type.String()),
  message: Type.Optional(Type.String({ description: "The sign-out message, filled in" })),
  signed_out: Type.Optional(Instant),
});

export const signOutAtDoor = endpoint({
  method: "POST",
  path: "/signout",
  tag: TAG,
  summary: "Sign out",
  description:
    "Someone who isn't inside is `unknown`, like someone who never was. Sending the same `client_ref` again changes nothing.",
  permission: "anyone",
  body: SignOutInput,
  response: SignedOut,
});
