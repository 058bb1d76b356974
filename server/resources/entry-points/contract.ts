import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import {
  Id,
  Language,
  Message,
  OptionalPaging,
  recordKeys,
  Texts,
  TextsInput,
  Type,
  WholeNumber,
} from "../../platform/http/contract/schemas.ts";

const TAG = "Entrances";

export const EntryPoint = Type.Object({
  ...recordKeys,
  company_id: Id,
  name: Type.String(),
  active: Type.Boolean(),
  index: Type.Integer(),
  translations: Type.Object({ name: Texts }),
});

export const EntryPointInput = Type.Object({
  name: Type.Optional(Type.String({ pattern: "\\S", "x-expected": "a name" })),
  active: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
  index: Type.Optional(WholeNumber(0, 1_000_000)),
  translations: Type.Optional(
    Type.Object({ name: Type.Optional(TextsInput) }, { "x-expected": "texts by key and language" }),
  ),
});

named({ EntryPoint, EntryPointInput });

const InPath = { ...LocationParams, id: Id };

export const listEntryPoints = endpoint({
  operationId: "listEntryPoints",
  method: "GET",
  path: "/companies/{company_id}/entrypoints",
  tag: TAG,
  summary: "A location's entrances",
  permission: "anyone",
  params: LocationParams,
  query: { ...Language, ...OptionalPaging },
  response: Type.Array(EntryPoint),
});

export const createEntryPoint = endpoint({
  operationId: "createEntryPoint",
  method: "POST",
  path: "/companies/{company_id}/entrypoints",
  tag: TAG,
  summary: "Create an entrance",
  permission: "location.manage",
  params: LocationParams,
  query: Language,
  body: { ...EntryPointInput, examples: [{ name: "Front door" }] },
  response: EntryPoint,
});

export const readEntryPoint = endpoint({
  operationId: "getEntryPoint",
  method: "GET",
  path: "/companies/{company_id}/entrypoints/{id}",
  tag: TAG,
  summary: "One entrance",
  permission: "anyone",
  params: InPath,
  query: Language,
  response: EntryPoint,
});

export const changeEntryPoint = endpoint({
  operationId: "updateEntryPoint",
  method: "PUT",
  path: "/companies/{company_id}/entrypoints/{id}",
  tag: TAG,
  summary: "Change an entrance",
  permission: "location.manage",
  params: InPath,
  query: Language,
  body: EntryPointInput,
  keeps: ["name"],
  response: EntryPoint,
});

export const removeEntryPoint = endpoint({
  operationId: "deleteEntryPoint",
  method: "DELETE",
  path: "/companies/{company_id}/entrypoints/{id}",
  tag: TAG,
  summary: "Remove an entrance; past visits keep it",
  permission: "location.manage",
  params: InPath,
  response: Message,
});

/** The poster of an entry point: the contents of its QR code. Visitors can sign in with it until it is replaced. */
export const Poster = Type.Object({
  _id: Id,
  url: Type.String({ description: "The text of the QR code", examples: ["https://foyer.example.org/visit/#p=…"] }),
  generation: Type.Integer({ description: "Increases with each replacement" }),
});

named({ Poster });

export const readPoster = endpoint({
  operationId: "getPoster",
  method: "GET",
  path: "/companies/{company_id}/entrypoints/{id}/poster",
  tag: TAG,
  summary: "The QR code on an entrance's poster, for signing in on a visitor's own phone",
  permission: "location.manage",
  params: InPath,
  response: Poster,
  secret: true,
});

export const replacePoster = endpoint({
  operationId: "replacePoster",
  method: "POST",
  path: "/companies/{company_id}/entrypoints/{id}/poster",
  tag: TAG,
  summary: "Replace an entrance's poster; posters printed earlier stop working",
  permission: "location.manage",
  params: InPath,
  response: Poster,
  secret: true,
});
