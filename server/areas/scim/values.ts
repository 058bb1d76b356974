import { isObject } from "../../platform/lib/record/objects.ts";
import {
  type Attribute,
  attributeNamed,
  CORE_USER,
  ENTERPRISE,
  ENTERPRISE_ATTRIBUTES,
  USER_ATTRIBUTES,
} from "./attributes.ts";
import { invalid } from "./errors.ts";

/** A resource in SCIM's form, with the names of its attributes as the schema has them. */
export type Resource = Record<string, unknown>;

const TEXT_MAX = 2_000;
const ELEMENTS_MAX = 100;

const textOf = (value: unknown, { name }: Attribute): string | undefined => {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string" || value.length > TEXT_MAX)
    throw invalid(`"${name}" must be a text of at most ${TEXT_MAX} characters.`);
  return value === "" ? undefined : value;
};

/** Entra ID sends `"True"` and `"False"`. */
const flagOf = (value: unknown, { name }: Attribute): boolean | undefined => {
  const word = String(value).toLowerCase();
  if (value === "") return undefined;
  if (word !== "true" && word !== "false") throw invalid(`"${name}" must be true or false.`);
  return word === "true";
};

const complexOf = (value: unknown, attribute: Attribute): Resource | undefined => {
  const parts = attribute.subAttributes ?? [];
  const given = isObject(value) ? value : { value };
  if (!isObject(value) && attributeNamed(parts, "value") === undefined)
    throw invalid(`"${attribute.name}" must be an object.`);
  const read = readInto({}, parts, given);
  return Object.keys(read).length === 0 ? undefined : read;
};

const singleOf = (value: unknown, attribute: Attribute): unknown => {
  if (value === null || value === undefined) return undefined;
  if (attribute.type === "complex") return complexOf(value, attribute);
  return attribute.type === "boolean" ? flagOf(value, attribute) : textOf(value, attribute);
};

/**
 * A value as it is kept, in the type of its attribute; undefined for an empty one. Errors: `400` for another type than
 * what clients really send.
 */
export const coerce = (value: unknown, attribute: Attribute): unknown => {
  if (!attribute.multiValued) return singleOf(value, attribute);
  const list = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  if (list.length > ELEMENTS_MAX) throw invalid(`"${attribute.name}" has too many values.`);
  const kept = list.map((one) => singleOf(one, attribute)).filter((one) => one !== undefined);
  return kept.length === 0 ? undefined : kept;
};

/** Sets an attribute, or removes it if there is no value. */
export const setOrRemove = (target: Resource, name: string, value: unknown): void => {
  if (value === undefined) delete target[name];
  else target[name] = value;
};

/** Sets the attributes of an object that are known; others are ignored. */
const readInto = (target: Resource, attributes: readonly Attribute[], given: Resource): Resource => {
  for (const [key, value] of Object.entries(given)) {
    const attribute = attributeNamed(attributes, key);
    if (attribute !== undefined) setOrRemove(target, attribute.name, coerce(value, attribute));
  }
  return target;
};

const isUrn = (key: string, urn: string): boolean => key.toLowerCase() === urn.toLowerCase();

/** The body of a request as an object with the schema of its resource. Errors: `400`. */
export const bodyOf = (body: unknown, schema: string): Resource => {
  if (!isObject(body)) throw invalid("The body must be a JSON object.", "invalidSyntax");
  const schemas = Array.isArray(body["schemas"]) ? body["schemas"] : [];
  if (!schemas.some((one) => typeof one === "string" && isUrn(one, schema)))
    throw invalid(`"schemas" must have ${schema}.`, "invalidSyntax");
  return body;
};

/** An `externalId`; undefined for an empty one. Errors: `400`. */
export const externalIdOf = (body: Resource): string | undefined => {
  const { externalId } = body;
  const attribute = { ...(USER_ATTRIBUTES[0] as Attribute), name: "externalId" };
  return externalId === undefined || externalId === null ? undefined : textOf(externalId, attribute);
};

/** A person from the body of a request. Errors: `400`, also without a user name. */
export const readUser = (body: unknown): Resource => {
  const given = bodyOf(body, CORE_USER);
  const user = readInto({}, USER_ATTRIBUTES, given);
  const extension = Object.entries(given).find(([key]) => isUrn(key, ENTERPRISE))?.[1];
  const enterprise = isObject(extension) ? readInto({}, ENTERPRISE_ATTRIBUTES, extension) : {};
  if (Object.keys(enterprise).length > 0) user[ENTERPRISE] = enterprise;
  setOrRemove(user, "externalId", externalIdOf(given));
  return checkUser(user);
};

/** Errors: `400` without a user name. */
export const checkUser = (user: Resource): Resource => {
  if (typeof user["userName"] !== "string" || user["userName"].trim() === "") throw invalid('"userName" is required.');
  return user;
};
