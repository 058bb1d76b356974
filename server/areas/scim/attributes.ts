import { ENTERPRISE } from "../../resources/directories/person.ts";

export const CORE_USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const CORE_GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
export { ENTERPRISE };

/** An attribute of a schema (RFC 7643, 7); what is not said has its default there. */
export type Attribute = {
  name: string;
  type: "string" | "boolean" | "complex";
  description: string;
  multiValued: boolean;
  required: boolean;
  caseExact: boolean;
  mutability: "readWrite" | "immutable";
  returned: "default";
  uniqueness: "none" | "server";
  subAttributes?: Attribute[];
};

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: "string",
  description,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...more,
});

const flag = (name: string, description: string): Attribute => text(name, description, { type: "boolean" });

const complex = (name: string, description: string, subAttributes: Attribute[]): Attribute =>
  text(name, description, { type: "complex", subAttributes });

const list = (name: string, description: string, subAttributes: Attribute[]): Attribute => ({
  ...complex(name, description, [
    ...subAttributes,
    text("type", "What kind it is, such as work"),
    flag("primary", "Whether it is the preferred one"),
  ]),
  multiValued: true,
});

const value = text("value", "The value itself");

/** What is kept of a person, and therefore all that `/Schemas` publishes (docs/decisions/0059-directories.md). */
export const USER_ATTRIBUTES: readonly Attribute[] = [
  text("userName", "The name that tells the person apart", { required: true, uniqueness: "server" }),
  complex("name", "The parts of the name", [
    text("formatted", "The whole name"),
    text("familyName", "The family name"),
    text("givenName", "The given name"),
  ]),
  text("displayName", "The name as it is shown"),
  text("nickName", "The casual name"),
  text("title", "The job title"),
  text("preferredLanguage", "The language, such as nl-BE"),
  flag("active", "Whether the person is a host or a user at all"),
  list("emails", "Email addresses", [value]),
  list("phoneNumbers", "Telephone numbers; those of type work and mobile are used", [value]),
  list("addresses", "Where the person works, for rules", [
    text("formatted", "The whole address, or the office"),
    text("streetAddress", "The street"),
    text("locality", "The city"),
    text("region", "The region"),
    text("postalCode", "The postal code"),
    text("country", "The country"),
  ]),
  list("roles", "Roles in the directory, for rules", [value, text("display", "The role as it is shown")]),
];

export const ENTERPRISE_ATTRIBUTES: readonly Attribute[] = [
  text("employeeNumber", "The number of the employee"),
  text("department", "The department"),
  complex("manager", "The manager", [text("value", "The ID of the manager"), text("displayName", "The name")]),
];

export const GROUP_ATTRIBUTES: readonly Attribute[] = [
  text("displayName", "The name of the group", { required: true, uniqueness: "server" }),
  {
    ...complex("members", "The people of the group", [
      text("value", "The ID of the person", { caseExact: true, mutability: "immutable" }),
    ]),
    multiValued: true,
  },
];

/** An attribute of a list by its name, in any letter case. */
export const attributeNamed = (attributes: readonly Attribute[], name: string): Attribute | undefined =>
  attributes.find((attribute) => attribute.name.toLowerCase() === name.toLowerCase());
