import { isEmailAddress } from "../../../shared/email.ts";
import { LENGTHS } from "../../../shared/lengths.ts";
import { isObject } from "../../platform/lib/record/objects.ts";
import type { Attributes } from "./people-store.ts";

/** The URN below which SCIM has the attributes of an employee. */
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/** What a host or a user has of a person; null for what the directory doesn't say. */
export type Details = {
  cn: string;
  first_name: string | null;
  last_name: string | null;
  mail: string | null;
  telephone_number: string | null;
  mobile: string | null;
  language_id: string | null;
};

type Element = Record<string, unknown>;

const elementsOf = (value: unknown): Element[] => (Array.isArray(value) ? value.filter(isObject) : []);

const textOf = (value: unknown, lengthMax: number): string | null => {
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" || text.length > lengthMax ? null : text;
};

const isOfType = (type: string) => (element: Element) => String(element["type"]).toLowerCase() === type;

/** The email address of a person, in lower case: the primary one, else that of work, else the first, else the user name. */
export const emailOf = (data: Attributes, userName: string): string | null => {
  const emails = elementsOf(data["emails"]);
  const chosen = emails.find(({ primary }) => primary === true) ?? emails.find(isOfType("work")) ?? emails[0];
  const found = [chosen?.["value"], userName].find(
    (text) => typeof text === "string" && text.length <= LENGTHS.email && isEmailAddress(text),
  );
  return typeof found === "string" ? found.toLowerCase() : null;
};

const phoneOf = (data: Attributes, type: string): string | null =>
  textOf(elementsOf(data["phoneNumbers"]).find(isOfType(type))?.["value"], LENGTHS.phone);

const cut = (text: string): string => text.slice(0, LENGTHS.name);

/** The details of a person for hosts and users. */
export const detailsOf = ({
  data,
  user_name,
  email,
}: {
  data: Attributes;
  user_name: string;
  email: string | null;
}): Details => {
  const name = isObject(data["name"]) ? data["name"] : {};
  const first_name = textOf(name["givenName"], LENGTHS.name);
  const last_name = textOf(name["familyName"], LENGTHS.name);
  const whole = [first_name, last_name].filter((part) => part !== null).join(" ");
  const shown = [data["displayName"], name["formatted"], whole].find(
    (text): text is string => typeof text === "string" && text.trim() !== "",
  );
  return {
    cn: cut((shown ?? user_name).trim()),
    first_name,
    last_name,
    mail: email,
    telephone_number: phoneOf(data, "work"),
    mobile: phoneOf(data, "mobile"),
    language_id: /^[a-z]{2}/.exec(String(data["preferredLanguage"]).toLowerCase())?.[0] ?? null,
  };
};

/** Names that people expect for attributes that SCIM calls otherwise. */
const ALIASES: Readonly<Record<string, string>> = {
  language: "preferredlanguage",
  email: "emails",
  first_name: "name.givenname",
  last_name: "name.familyname",
  display_name: "displayname",
  city: "addresses.locality",
  country: "addresses.country",
  office: "addresses.formatted",
};

const textsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (isObject(value)) return textsIn(value["value"]);
  return typeof value === "string" || typeof value === "boolean" ? [String(value)] : [];
};

const memberOf = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return value.map((part) => memberOf(part, key));
  if (!isObject(value)) return undefined;
  return Object.entries(value).find(([name]) => name.toLowerCase() === key)?.[1];
};

/** The values of an attribute that a rule names, such as `department`, `addresses.locality` or `user_name`. */
export const valuesOf = (person: { data: Attributes; user_name: string }, attribute: string): string[] => {
  const name = attribute.trim().toLowerCase();
  if (name === "username" || name === "user_name") return [person.user_name];
  const path = (ALIASES[name] ?? name).replace(`${ENTERPRISE.toLowerCase()}:`, "").split(".");
  const inCore = path.reduce<unknown>(memberOf, person.data);
  return textsIn(inCore ?? path.reduce<unknown>(memberOf, person.data[ENTERPRISE]));
};
