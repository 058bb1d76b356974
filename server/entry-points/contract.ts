import { named } from "../http/components.ts";
import { endpoint, InLocation } from "../http/contract.ts";
import { Id, Language, Message, OptionalPaging, recordKeys, Texts, TextsInput, Type, Whole } from "../http/schemas.ts";

const TAG = "Entry points";

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
  index: Type.Optional(Whole(0, 1_000_000)),
  translations: Type.Optional(
    Type.Object({ name: Type.Optional(TextsInput) }, { "x-expected": "texts by key and language" }),
  ),
});

named({ EntryPoint, EntryPointInput });

const InPath = { ...InLocation, id: Id };

export const listEntryPoints = endpoint({
  operationId: "listEntryPoints",
  method: "GET",
  path: "/companies/{company_id}/entrypoints",
  tag: TAG,
  summary: "The entry points of a location",
  may: "anyone",
  params: InLocation,
  query: { ...Language, ...OptionalPaging },
  response: Type.Array(EntryPoint),
});

export const createEntryPoint = endpoint({
  operationId: "createEntryPoint",
  method: "POST",
  path: "/companies/{company_id}/entrypoints",
  tag: TAG,
  summary: "Create an entry point",
  may: "location.manage",
  params: InLocation,
  query: Language,
  body: { ...EntryPointInput, examples: [{ name: "Front door" }] },
  response: EntryPoint,
});

export const readEntryPoint = endpoint({
  operationId: "getEntryPoint",
  method: "GET",
  path: "/companies/{company_id}/entrypoints/{id}",
  tag: TAG,
  summary: "One entry point",
  may: "anyone",
  params: InPath,
  query: Language,
  response: EntryPoint,
});

export const changeEntryPoint = endpoint({
  operationId: "updateEntryPoint",
  method: "PUT",
  path: "/companies/{company_id}/entrypoints/{id}",
  tag: TAG,
  summary: "Change an entry point",
  may: "location.manage",
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
  summary: "Remove an entry point; visits that name it stay as they are",
  may: "location.manage",
  params: InPath,
  response: Message,
});

/** The poster of a door: what its QR code says. Whoever reads it can sign in there until it is replaced. */
export const Poster = Type.Object({
  _id: Id,
  url: Type.String({ description: "The text of the QR code", examples: ["https://foyer.example.org/visit/#p=…"] }),
  generation: Type.Integer({ description: "One more with each replacement" }),
});

named({ Poster });

export const readPoster = endpoint({
  operationId: "getPoster",
  method: "GET",
  path: "/companies/{company_id}/entrypoints/{id}/poster",
  tag: TAG,
  summary: "The QR code of an entry point's poster, for signing in on one's own phone",
  may: "location.manage",
  params: InPath,
  response: Poster,
  secret: true,
});

export const replacePoster = endpoint({
  operationId: "replacePoster",
  method: "POST",
  path: "/companies/{company_id}/entrypoints/{id}/poster",
  tag: TAG,
  summary: "Replace the poster of an entry point: posters printed before are worth nothing from now on",
  may: "location.manage",
  params: InPath,
  response: Poster,
  secret: true,
});
