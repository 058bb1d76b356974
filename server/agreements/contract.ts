import { named } from "../http/components.ts";
import { BODY_LIMITS, endpoint, InLocation } from "../http/contract.ts";
import {
  Id,
  Instant,
  Language,
  Message,
  OptionalPaging,
  recordKeys,
  Texts,
  TextsInput,
  Type,
  Whole,
  Word,
} from "../http/schemas.ts";

const TAG = "Agreements";

const Kind = Word("text", "pdf", "video");
const Flag = Type.Boolean({ "x-expected": "true or false" });
const TypeIds = Type.Array(Id, { "x-expected": "an array of visit type ids" });

/** An uploaded document as it is listed; `GET …/{agreement_id}/pdf` gives the document itself. */
const PdfFile = Type.Object({ bytes: Type.Integer(), sha256: Type.String() });

/** An agreement as it is answered (interface 2.3). */
export const Agreement = Type.Object({
  ...recordKeys,
  company_id: Id,
  name: Type.String(),
  active: Type.Boolean(),
  type: Kind,
  agreement_text: Texts,
  video: Type.Optional(Type.String({ description: "Address of the video" })),
  pdf_files: Type.Optional(
    Type.Record(Type.String(), PdfFile, { description: "The uploaded documents by language; read with …/pdf" }),
  ),
  visit_types: Type.Array(Id),
  version: Type.Integer({ description: "Starts at 1; one more with each change of text, document, video or type" }),
  index: Type.Integer(),
  expiry_days: Type.Optional(Type.Integer({ description: "How long a signature stays valid; absent: for good" })),
  group_only: Type.Boolean(),
  translations: Type.Object({ name: Texts, video: Texts }),
});

export const AgreementInput = Type.Object({
  name: Type.Optional(Type.String({ pattern: "\\S", "x-expected": "a name" })),
  active: Type.Optional(Flag),
  type: Type.Optional(Kind),
  agreement_text: Type.Optional(TextsInput),
  video: Type.Optional(Type.String({ description: "An http or https URL", "x-expected": "an http or https URL" })),
  pdf: Type.Optional(
    Type.String({
      description: "A PDF as Base64 or data: URL, at most 10 MiB decoded: the English one, others in translations.pdf",
      "x-expected": "a PDF as Base64 or a data: URL, at most 10 MiB",
    }),
  ),
  visit_types: Type.Optional(TypeIds),
  index: Type.Optional(Whole(0, 1_000_000)),
  expiry_days: Type.Optional(Whole(0, 1_000_000)),
  group_only: Type.Optional(Flag),
  translations: Type.Optional(
    Type.Object(
      {
        name: Type.Optional(TextsInput),
        agreement_text: Type.Optional(TextsInput),
        video: Type.Optional(TextsInput),
        pdf: Type.Optional(TextsInput),
      },
      { "x-expected": "texts by key and language" },
    ),
  ),
});

const SignedAgreement = Type.Object({
  agreement_id: Id,
  name: Type.String(),
  version: Type.Integer(),
  language: Type.String(),
  signed_at: Instant,
  valid_until: Type.Optional(Instant),
});

named({ Agreement, AgreementInput, SignedAgreement });

/** Both are the service's own to say. */
const ignored = ["_id", "version"];
const InPath = { ...InLocation, agreement_id: Id };
const example = { name: "House rules", agreement_text: { en: "Wear your badge.", nl: "Draag uw badge." } };

export const listAgreements = endpoint({
  operationId: "listAgreements",
  method: "GET",
  path: "/companies/{company_id}/agreements",
  tag: TAG,
  summary: "The agreements of a location",
  may: "anyone",
  params: InLocation,
  query: { ...Language, ...OptionalPaging },
  response: Type.Array(Agreement),
});

export const createAgreement = endpoint({
  operationId: "createAgreement",
  method: "POST",
  path: "/companies/{company_id}/agreements",
  tag: TAG,
  summary: "Create an agreement",
  may: "location.manage",
  params: InLocation,
  query: Language,
  body: { ...AgreementInput, examples: [example] },
  ignored,
  bodyLimit: BODY_LIMITS.upload,
  response: Agreement,
});

export const readAgreement = endpoint({
  operationId: "getAgreement",
  method: "GET",
  path: "/companies/{company_id}/agreements/{agreement_id}",
  tag: TAG,
  summary: "One agreement in full, with its text in every configured language",
  may: "anyone",
  params: InPath,
  query: Language,
  response: Agreement,
});

export const changeAgreement = endpoint({
  operationId: "updateAgreement",
  method: "PUT",
  path: "/companies/{company_id}/agreements/{agreement_id}",
  tag: TAG,
  summary: "Change an agreement; `version` rises when its content changes",
  description:
    "`agreement_text` replaces the texts of all languages, `translations.agreement_text` merges language by language. Earlier versions are kept for those who signed them.",
  may: "location.manage",
  params: InPath,
  query: Language,
  body: AgreementInput,
  keeps: ["name"],
  ignored,
  bodyLimit: BODY_LIMITS.upload,
  response: Agreement,
});

export const removeAgreement = endpoint({
  operationId: "deleteAgreement",
  method: "DELETE",
  path: "/companies/{company_id}/agreements/{agreement_id}",
  tag: TAG,
  summary: "Remove an agreement; visits that signed it keep it, and their signed document",
  may: "location.manage",
  params: InPath,
  response: Message,
});

export const readAgreementPdf = endpoint({
  operationId: "getAgreementPdf",
  method: "GET",
  path: "/companies/{company_id}/agreements/{agreement_id}/pdf",
  tag: TAG,
  summary: "The uploaded document of an agreement",
  description: "In the language asked for, else English, else the location's default, else the first there is.",
  may: "anyone",
  params: InPath,
  query: Language,
  response: Type.String(),
  produces: "application/pdf",
});

export const listSignedAgreements = endpoint({
  operationId: "listSignedAgreements",
  method: "GET",
  path: "/visitors/{visitorId}/agreements",
  tag: TAG,
  summary: "The agreements that were signed during a visit",
  description: "With the name and version that were signed. `valid_until` is absent where a signature stays valid.",
  may: "visits.read",
  params: { visitorId: Id },
  response: Type.Array(SignedAgreement),
});

export const readSignedAgreement = endpoint({
  operationId: "getSignedAgreementPdf",
  method: "GET",
  path: "/visitors/{visitorId}/agreements/{agreement_id}/pdf",
  tag: TAG,
  summary: "An agreement as it was signed during a visit, as PDF",
  description:
    "The same bytes each time. The version that was signed, in the language it was signed in. `foyer verify FILE` tells whether such a file is unaltered.",
  may: "visits.read",
  params: { visitorId: Id, agreement_id: Id },
  response: Type.String(),
  produces: "application/pdf",
});
