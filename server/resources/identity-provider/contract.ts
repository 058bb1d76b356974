import { named } from "../../platform/http/contract/components.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import { Id, Message, OptionalPaging, recordKeys, Type } from "../../platform/http/contract/schemas.ts";
import { GUID_PATTERN } from "../../platform/lib/record/guid.ts";

const TAG = "Identity provider";

export const IdpCredential = Type.Object({
  ...recordKeys,
  name: Type.String(),
  tenant_id: Type.String({ description: "The directory" }),
  client_id: Type.String({ description: "The application" }),
  companies: Type.Array(Id),
});

const guid = (what: string) =>
  Type.String({
    pattern: GUID_PATTERN,
    examples: ["72f988bf-86f1-41af-91ab-2d7cd011db47"],
    "x-expected": `the ID of the ${what}, a GUID such as 72f988bf-86f1-41af-91ab-2d7cd011db47`,
  });

const fields = {
  name: Type.String({ pattern: "\\S", maxLength: 200, "x-expected": "a name" }),
  tenant_id: guid("directory (tenant)"),
  client_id: guid("application (client)"),
  companies: Type.Array(Type.String(), { minItems: 1, "x-expected": "an array with at least one location ID" }),
};

export const IdpCredentialInput = Type.Object(fields);

export const IdpCredentialChange = Type.Object({
  name: Type.Optional(fields.name),
  tenant_id: Type.Optional(fields.tenant_id),
  client_id: Type.Optional(fields.client_id),
  companies: Type.Optional(fields.companies),
});

named({ IdpCredential, IdpCredentialInput, IdpCredentialUpdate: IdpCredentialChange });

const access = { tag: TAG, permission: "service.manage", closedToKeys: true } as const;

export const listIdpCredentials = endpoint({
  ...access,
  operationId: "listIdpCredentials",
  method: "GET",
  path: "/idpcredentials",
  summary: "The applications whose tokens are accepted",
  query: OptionalPaging,
  response: Type.Array(IdpCredential),
});

export const createIdpCredential = endpoint({
  ...access,
  confirmed: true,
  operationId: "createIdpCredential",
  method: "POST",
  path: "/idpcredentials",
  summary: "Accept an application's tokens",
  description: "An application is registered once; its locations are chosen like those of an API key.",
  body: {
    ...IdpCredentialInput,
    examples: [
      {
        name: "Access control",
        tenant_id: "72f988bf-86f1-41af-91ab-2d7cd011db47",
        client_id: "6731de76-14a6-49ae-97bc-6eba6914391e",
        companies: ["66f1a2b3c4d5e6f708192a3b"],
      },
    ],
  },
  response: IdpCredential,
});

export const changeIdpCredential = endpoint({
  ...access,
  confirmed: true,
  operationId: "updateIdpCredential",
  method: "PUT",
  path: "/idpcredentials/{id}",
  summary: "Change name, directory, application or locations; applies from the next call",
  params: { id: Id },
  body: IdpCredentialChange,
  keeps: ["name", "tenant_id", "client_id", "companies"],
  response: IdpCredential,
});

export const removeIdpCredential = endpoint({
  ...access,
  confirmed: true,
  operationId: "deleteIdpCredential",
  method: "DELETE",
  path: "/idpcredentials/{id}",
  summary: "Stop accepting an application's tokens",
  params: { id: Id },
  response: Message,
});
