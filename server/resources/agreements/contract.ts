import { named } from "../../platform/http/contract/components.ts";
import { BODY_LIMITS, endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
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
  WholeNumber,
  OneOf,
} from "../../platform/http/contract/schemas.ts";

const TAG = "Agreements";

const Kind = OneOf("text", "pdf", "video");
const Flag = Type.Boolean({ "x-expected": "true or false" });
const TypeIds = Type.Array(Id, { "x-expected": "an array of visit type IDs" });

/** Metadata of an uploaded document; `GET …/{agreement_id}/pdf` returns the document itself. */
const PdfFile = Type.Object({ bytes: Type.Integer(), sha256: Type.String() });

/** An agreement as the API returns it (interface 2.3). */
export const Agreement = Type.Object({
  ...recordKeys,
  company_id: Id,
  name: Type.String(),
  active: Type.Boolean(),
  type: Kind,
  agreement_text: Texts,
  video: Type.Optional(Type.String({ description: "URL of the video" })),
  captions: Type.Optional(Type.String({ description: "The video's captions as WebVTT" })),
  pdf_files: Type.Optional(
    Type.Record(Type.String(), PdfFile, {
      description: "The uploaded documents by language; download them with …/pdf",
    }),
  ),
  visit_types: Type.Array(Id),
  version: Type.Integer({ description: "Starts at 1 and increases with each change to the text, PDF, video or type" }),
  index: Type.Integer(),
  expiry_days: Type.Optional(Type.Integer({ description: "Days a signature stays valid; permanent if left out" })),
  group_only: Type.Boolean(),
  translations: Type.Object({ name: Texts, video: Texts, captions: Type.Optional(Texts) }),
});

export const AgreementInput = Type.Object({
  name: Type.Optional(Type.String({ pattern: "\\S", "x-expected": "a name" })),
  active: Type.Optional(Flag),
  type: Type.Optional(Kind),
  agreement_text: Type.Optional(TextsInput),
  video: Type.Optional(Type.String({ description: "An http or https URL", "x-expected": "an http or https URL" })),
  captions: Type.Optional(
    Type.String({
      description: "The video's captions as WebVTT, at most 262144 characters; they make no new version",
      "x-expected": "a WebVTT file as text",
    }),
  ),
  pdf: Type.Optional(
    Type.String({
      description: "A PDF as Base64 or data: URL, at most 10 MiB decoded: the English one, others in translations.pdf",
      "x-expected": "a PDF as Base64 or a data: URL, at most 10 MiB",
    }),
  ),
  visit_types: Type.Optional(TypeIds),
  index: Type.Optional(WholeNumber(0, 1_000_000)),
  expiry_days: Type.Optional(WholeNumber(0, 1_000_000)),
  group_only: Type.Optional(Flag),
  translations: Type.Optional(
    Type.Object(
      {
        name: Type.Optional(TextsInput),
        agreement_text: Type.Optional(TextsInput),
        video: Type.Optional(TextsInput),
        captions: Type.Optional(TextsInput),
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

/** Both are set by the service only. */
const ignored = ["_id", "version"];
const InPath = { ...LocationParams, agreement_id: Id };
const example = { name: "Site rules", agreement_text: { en: "Wear your badge.", nl: "Draag uw badge." } };

export const listAgreements = endpoint({
  operationId: "listAgreements",
  method: "GET",
  path: "/companies/{company_id}/agreements",
  tag: TAG,
  summary: "A location's agreements",
  permission: "anyone",
  params: LocationParams,
  query: { ...Language, ...OptionalPaging },
  response: Type.Array(Agreement),
});

export const createAgreement = endpoint({
  operationId: "createAgreement",
  method: "POST",
  path: "/companies/{company_id}/agreements",
  tag: TAG,
  summary: "Create an agreement",
  permission: "location.manage",
  params: LocationParams,
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
  permission: "anyone",
  params: InPath,
  query: Language,
  response: Agreement,
});

export const changeAgreement = endpoint({
  operationId: "updateAgreement",
  method: "PUT",
  path: "/companies/{company_id}/agreements/{agreement_id}",
  tag: TAG,
  summary: "Change an agreement; `version` increases when its content changes",
  description:
    "`agreement_text` replaces the texts of all languages, `translations.agreement_text` merges language by language. Earlier versions are kept for visitors who signed them.",
  permission: "location.manage",
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
  summary: "Remove an agreement; past visits keep it and their signed PDF",
  permission: "location.manage",
  params: InPath,
  response: Message,
});

export const readAgreementPdf = endpoint({
  operationId: "getAgreementPdf",
  method: "GET",
  path: "/companies/{company_id}/agreements/{agreement_id}/pdf",
  tag: TAG,
  summary: "An agreement's uploaded PDF",
  description:
    "In the requested language, otherwise in English, otherwise in the location's default language, otherwise in the first available.",
  permission: "anyone",
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
  summary: "The agreements signed during a visit",
  description: "With the name and version that were signed. `valid_until` is left out if the signature doesn't expire.",
  permission: "visits.read",
  params: { visitorId: Id },
  response: Type.Array(SignedAgreement),
});

export const readSignedAgreement = endpoint({
  operationId: "getSignedAgreementPdf",
  method: "GET",
  path: "/visitors/{visitorId}/agreements/{agreement_id}/pdf",
  tag: TAG,
  summary: "An agreement as signed during a visit, as a PDF",
  description:
    "The version that was signed, in the language it was signed in, with the same bytes every time. `foyer verify FILE` checks that such a file hasn't been altered.",
  permission: "visits.read",
  params: { visitorId: Id, agreement_id: Id },
  response: Type.String(),
  produces: "application/pdf",
});
