import { named } from "../../platform/http/contract/components.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import { DIRECTORY_FAILURES } from "../../platform/lib/failure-kinds.ts";
import {
  Id,
  Instant,
  Message,
  OneOf,
  OptionalPaging,
  recordKeys,
  Type,
  WholeNumber,
} from "../../platform/http/contract/schemas.ts";

const TAG = "Directories";

/** Who may call: global administrators alone, and no key (docs/directories.md). */
export const access = { tag: TAG, permission: "service.manage", closedToKeys: true } as const;
export const ById = { id: Id };

const Kind = OneOf("scim", "csv", "ldap");
const Name = Type.String({ pattern: "\\S", maxLength: 200, "x-expected": "a name" });
const Settings = Type.Record(Type.String(), Type.Unknown(), {
  description:
    "Of its kind: `ldap` takes those of `LdapSettings`, and `password`, which is never shown; the others need none",
  "x-expected": "an object",
});
const Total = WholeNumber(0, 10_000_000);

const DirectoryToken = Type.Object({ _id: Id, create_date: Instant, last_used: Type.Optional(Instant) });

export const Directory = Type.Object({
  ...recordKeys,
  kind: Kind,
  name: Type.String(),
  settings: Settings,
  people: Total,
  groups: Total,
  last_sync: Type.Optional({ ...Instant, description: "When hosts and users were last brought up to date" }),
  last_try: Type.Optional({ ...Instant, description: "`ldap`: when it was last read, or tried to be" }),
  last_error: Type.Optional(Type.String({ description: "`ldap`: why that changed nothing" })),
  last_error_code: Type.Optional(OneOf(...DIRECTORY_FAILURES)),
  next_try: Type.Optional({ ...Instant, description: "`ldap`: when it is read next; after the first sync" }),
  tokens: Type.Array(DirectoryToken, { description: "Without the tokens themselves" }),
});

export const DirectoryInput = Type.Object({ kind: Kind, name: Name, settings: Type.Optional(Settings) });
export const DirectoryChange = Type.Object({ name: Type.Optional(Name), settings: Type.Optional(Settings) });

export const NewDirectoryToken = Type.Object({
  _id: Id,
  token: Type.Optional(Type.String({ description: "The token itself; shown only once", examples: ["scim_9QdV…"] })),
});

named({ Directory, DirectoryInput, DirectoryUpdate: DirectoryChange, DirectoryToken, NewDirectoryToken });

export const listDirectories = endpoint({
  ...access,
  operationId: "listDirectories",
  method: "GET",
  path: "/directories",
  summary: "The directories that hosts and users come from",
  query: OptionalPaging,
  response: Type.Array(Directory),
});

export const createDirectory = endpoint({
  ...access,
  confirmed: true,
  operationId: "createDirectory",
  method: "POST",
  path: "/directories",
  summary: "Add a directory",
  description:
    "`scim`: the directory sends its people to `/scim/v2` with a token. `csv`: you send a list of people. `ldap`: Foyer reads them from a server, with the settings of `LdapSettings`.",
  body: { ...DirectoryInput, examples: [{ kind: "scim", name: "Entra ID" }] },
  response: Directory,
  etag: "written",
});

export const readDirectory = endpoint({
  ...access,
  operationId: "getDirectory",
  method: "GET",
  path: "/directories/{id}",
  summary: "One directory",
  params: ById,
  response: Directory,
  etag: "written",
});

export const changeDirectory = endpoint({
  ...access,
  confirmed: true,
  operationId: "updateDirectory",
  method: "PUT",
  path: "/directories/{id}",
  summary: "Change name or settings",
  params: ById,
  body: DirectoryChange,
  ignored: ["kind"],
  keeps: ["name"],
  response: Directory,
  etag: "written",
});

export const removeDirectory = endpoint({
  ...access,
  confirmed: true,
  operationId: "deleteDirectory",
  method: "DELETE",
  path: "/directories/{id}",
  summary: "Remove a directory; its hosts and users remain as ordinary ones, and its tokens end",
  params: ById,
  response: Message,
});

export const createToken = endpoint({
  ...access,
  confirmed: true,
  operationId: "createDirectoryToken",
  method: "POST",
  path: "/directories/{id}/tokens",
  summary: "Create a token for `/scim/v2`; the response shows it once",
  description: "At most two at the same time, so that one can be replaced without a gap.",
  params: ById,
  response: NewDirectoryToken,
  secret: true,
  etag: "none",
});

export const removeToken = endpoint({
  ...access,
  confirmed: true,
  operationId: "deleteDirectoryToken",
  method: "DELETE",
  path: "/directories/{id}/tokens/{token_id}",
  summary: "End a token at once",
  params: { ...ById, token_id: Id },
  response: Message,
});
