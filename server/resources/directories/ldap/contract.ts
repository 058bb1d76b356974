import { LDAP_ATTRIBUTES, PRESET_NAMES } from "../../../../shared/ldap-presets.ts";
import { named } from "../../../platform/http/contract/components.ts";
import { endpoint } from "../../../platform/http/contract/contract.ts";
import { OneOf, Type, WholeNumber } from "../../../platform/http/contract/schemas.ts";
import { DIRECTORY_FAILURES } from "../../../platform/lib/failure-kinds.ts";
import { access, ById } from "../contract.ts";

const MINUTES_MIN = 15;
const MINUTES_MAX = 10_080;

const Text = (what: string, maxLength = 1_000) => Type.String({ pattern: "\\S", maxLength, "x-expected": what });
const Attribute = Text("the name of an attribute", 200);

/** The settings of a directory of kind `ldap`, without the password. */
export const LdapSettings = Type.Object(
  {
    preset: OneOf(...PRESET_NAMES),
    url: { ...Text("a URL such as ldaps://dc1.example.org"), examples: ["ldaps://dc1.example.org"] },
    start_tls: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
    ca: Type.Optional(Text("a certificate as PEM", 50_000)),
    bind_dn: Type.Optional(Text("the DN to log in with")),
    people_base: { ...Text("a DN such as ou=people,dc=example,dc=org"), examples: ["ou=people,dc=example,dc=org"] },
    people_filter: Type.Optional(Text("an LDAP filter", 5_000)),
    groups_base: Type.Optional(Text("a DN such as ou=groups,dc=example,dc=org")),
    groups_filter: Type.Optional(Text("an LDAP filter", 5_000)),
    attributes: Type.Optional(
      Type.Object(Object.fromEntries(LDAP_ATTRIBUTES.map((name) => [name, Type.Optional(Attribute)])), {
        additionalProperties: false,
        "x-expected": "an object with names of attributes",
      }),
    ),
    interval_minutes: Type.Optional({ ...WholeNumber(MINUTES_MIN, MINUTES_MAX), description: "Default: 60" }),
  },
  { additionalProperties: false, "x-expected": "the settings of an LDAP directory" },
);

const DirectoryTest = Type.Object({
  readable: Type.Boolean(),
  people: Type.Optional(WholeNumber(0, 10_000_000)),
  groups: Type.Optional(WholeNumber(0, 10_000_000)),
  error: Type.Optional(Type.String({ description: "Why it can't be read" })),
  error_code: Type.Optional(OneOf(...DIRECTORY_FAILURES)),
});

named({ LdapSettings, DirectoryTest });

export const testDirectory = endpoint({
  ...access,
  operationId: "testDirectory",
  method: "POST",
  path: "/directories/{id}/test",
  summary: "Read an `ldap` directory, and count its people and groups; nothing changes",
  params: ById,
  bodyOptional: true,
  response: DirectoryTest,
  unhurried: true,
});
