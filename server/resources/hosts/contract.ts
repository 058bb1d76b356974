import { LENGTHS } from "../../../shared/lengths.ts";
import { describedAs, named } from "../../platform/http/contract/components.ts";
import { BODY_LIMITS, endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import {
  Email,
  Id,
  Message,
  NameInput,
  OpenObject,
  OptionalPaging,
  PhoneInput,
  recordKeys,
  Type,
  WholeNumber,
} from "../../platform/http/contract/schemas.ts";

const TAG = "Hosts";

const mobile = { description: "Used for SMS notifications", examples: ["+32470000000"] };
const telephoneNumber = { description: "Desk phone, shown to reception" };

const details = {
  mail: Type.Optional(Email),
  mobile: Type.Optional(Type.String(mobile)),
  telephoneNumber: Type.Optional(Type.String(telephoneNumber)),
};

const detailsInput = {
  mail: Type.Optional(Email),
  mobile: Type.Optional(PhoneInput(mobile)),
  telephoneNumber: Type.Optional(PhoneInput(telephoneNumber)),
};

/** A host (interface 2.2); extra keys are returned beside the documented ones. */
const Host = OpenObject({
  ...recordKeys,
  company_id: Id,
  cn: Type.String({ description: "Full name" }),
  ...details,
  sticky: Type.Boolean({ description: "Pinned to the top of the kiosk list" }),
  external: Type.Boolean({ description: "True when pushed through the bulk upload" }),
  directory_id: Type.Optional({
    ...Id,
    description: "The directory that the host comes from; `cn`, `mail` and `telephoneNumber` are only changed there",
  }),
  external_id: Type.Optional(
    Type.Unknown({
      description:
        "Of a host from a directory its ID for the person, a text; other hosts can have a key of their own by this name",
    }),
  ),
});

const Name = NameInput({
  pattern: "\\S",
  "x-expected": `the full name of the host, of at most ${LENGTHS.name} characters`,
});

export const HostInput = OpenObject({
  company_id: Type.Optional(Type.String({ description: "The location" })),
  cn: Type.Optional(Name),
  ...detailsInput,
  sticky: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
});

export const HostRow = Type.Object({ cn: Name, ...detailsInput });

const HostRows = describedAs(
  Type.Array(Type.Unknown(), {
    "x-expected": "an array of hosts",
    examples: [[{ cn: "Ann Peeters", mail: "ann@example.org" }]],
  }),
  Type.Array(HostRow),
);

named({ Host, HostInput, HostRow });

const ignored = ["_id", "create_date", "mod_date", "external", "directory_id"];
const ById = { id: Id };

export const listHosts = endpoint({
  operationId: "listHosts",
  method: "GET",
  path: "/visitees/bycompany/{company_id}",
  tag: TAG,
  summary: "Every managed host of the location, by name",
  description: "Without the hosts from the bulk upload (`external`). Sorted by `cn`, ignoring case and accents.",
  permission: "hosts.read",
  params: LocationParams,
  query: OptionalPaging,
  response: Type.Array(Host),
});

export const createHost = endpoint({
  operationId: "createHost",
  method: "POST",
  path: "/visitees",
  tag: TAG,
  summary: "Create a host",
  permission: "hosts.write",
  body: {
    ...HostInput,
    examples: [{ company_id: "66f1a2b3c4d5e6f708192a3b", cn: "Ann Peeters", mail: "ann@example.org" }],
  },
  requires: ["company_id", "cn"],
  ignored,
  response: Host,
});

export const readHost = endpoint({
  operationId: "getHost",
  method: "GET",
  path: "/visitees/{id}",
  tag: TAG,
  summary: "One host",
  permission: "hosts.read",
  params: ById,
  response: Host,
});

export const changeHost = endpoint({
  operationId: "updateHost",
  method: "PUT",
  path: "/visitees/{id}",
  tag: TAG,
  summary: "Change a host",
  permission: "hosts.write",
  params: ById,
  body: HostInput,
  keeps: ["cn"],
  ignored,
  response: Host,
});

export const removeHost = endpoint({
  operationId: "deleteHost",
  method: "DELETE",
  path: "/visitees/{id}",
  tag: TAG,
  summary: "Remove a host",
  permission: "hosts.write",
  params: ById,
  response: Message,
});

const Total = WholeNumber(0, 10_000_000);
const ExternalHostCount = Type.Object({ count: Total });
const HostUploadCounts = Type.Object({ received: Total, created: Total, updated: Total, removed: Total });

named({ ExternalHostCount, HostUploadCounts });

export const countExternalHosts = endpoint({
  operationId: "countExternalHosts",
  method: "GET",
  path: "/companies/{company_id}/visitees/bulk",
  tag: TAG,
  summary: "How many external hosts there are",
  description: "External hosts can't be read back.",
  permission: "hosts.read",
  params: LocationParams,
  response: ExternalHostCount,
});

export const uploadHosts = endpoint({
  operationId: "uploadHosts",
  method: "POST",
  path: "/companies/{company_id}/visitees/bulk",
  tag: TAG,
  summary: "Replace the external hosts",
  description:
    "A JSON array, or CSV with the header `cn,telephoneNumber,mobile,mail`. Matched by `mail`, otherwise by `cn`; hosts that aren't in it are removed, so an empty array or a header alone empties the list. Rows without any value are passed over; one invalid row rejects the whole upload, and the error gives its row number. At most 100,000 rows and 50 columns.",
  permission: "hosts.write",
  params: LocationParams,
  query: {
    confirm: Type.Optional(
      Type.Boolean({
        "x-expected": "true or false",
        description:
          "Without `true`, an upload that would remove all external hosts, or more than a fifth of them and more than 10, is `400` with the code `confirm_needed`; nothing is changed",
      }),
    ),
  },
  body: HostRows,
  consumes: ["text/csv"],
  bodyLimit: BODY_LIMITS.upload,
  response: HostUploadCounts,
});
