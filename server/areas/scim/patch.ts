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
import { conjunctsOf, type Filter, parseFilter } from "./filter.ts";
import { matches } from "./matching.ts";
import { coerce, type Resource, setOrRemove } from "./values.ts";

/** One operation of a PATCH. */
export type Operation = { op: "add" | "replace" | "remove"; path: string | undefined; value: unknown };

const OPS = ["add", "replace", "remove"] as const;
const OPERATIONS_MAX = 5_000;

/** The operations of a PATCH; Entra ID sends `Add` and `Replace`. Errors: `400`. */
export const readOperations = (body: unknown): Operation[] => {
  const list = isObject(body) ? (body["Operations"] ?? body["operations"]) : undefined;
  if (!Array.isArray(list) || list.length > OPERATIONS_MAX)
    throw invalid('"Operations" must be a list of operations.', "invalidSyntax");
  return list.map((one: unknown) => {
    const given = isObject(one) ? one : {};
    const op = OPS.find((known) => known === String(given["op"]).toLowerCase());
    const { path, value } = given;
    if (op === undefined || (path !== undefined && path !== null && typeof path !== "string"))
      throw invalid('An operation must have "op": add, replace or remove.', "invalidSyntax");
    return { op, path: typeof path === "string" && path.trim() !== "" ? path.trim() : undefined, value };
  });
};

/** What a path names: an attribute, perhaps some of its elements, perhaps a part of each. */
type Target = {
  attribute: Attribute;
  isEnterprise: boolean;
  filter: Filter | undefined;
  part: Attribute | undefined;
};

const PATH = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is;

const EXTERNAL_ID = { ...(USER_ATTRIBUTES[0] as Attribute), name: "externalId" };
const CORE = [...USER_ATTRIBUTES, EXTERNAL_ID];

const withoutUrn = (path: string): { rest: string; urn: string | undefined } => {
  const lower = path.toLowerCase();
  const urn = [CORE_USER, ENTERPRISE].find((known) => lower.startsWith(`${known.toLowerCase()}:`));
  return { rest: urn === undefined ? path : path.slice(urn.length + 1), urn };
};

/** The target of a path; undefined for an attribute that isn't kept. Errors: `400` for a path that can't be read. */
const targetOf = (path: string): Target | undefined => {
  const { rest, urn } = withoutUrn(path);
  const [, name, filter, part] = PATH.exec(rest) ?? [];
  if (name === undefined) {
    if (/^urn:/i.test(rest)) return undefined;
    throw invalid("The path of an operation could not be read.", "invalidPath");
  }
  const parsed = filter === undefined ? undefined : parseFilter(filter);
  const core = urn === ENTERPRISE ? undefined : attributeNamed(CORE, name);
  const attribute = core ?? (urn === CORE_USER ? undefined : attributeNamed(ENTERPRISE_ATTRIBUTES, name));
  if (attribute === undefined) return undefined;
  const sub = part === undefined ? undefined : attributeNamed(attribute.subAttributes ?? [], part);
  if (part !== undefined && sub === undefined) return undefined;
  return { attribute, isEnterprise: core === undefined, filter: parsed, part: sub };
};

/** What an element must have so that the filter holds for it: one is created where there is none. */
const seedOf = (filter: Filter, { subAttributes = [] }: Attribute): Resource => {
  const seed: Resource = {};
  for (const one of conjunctsOf(filter)) {
    const attribute = one.op === "eq" ? attributeNamed(subAttributes, one.path[0] ?? "") : undefined;
    if (one.op === "eq" && attribute !== undefined) setOrRemove(seed, attribute.name, coerce(one.value, attribute));
  }
  return seed;
};

const elementsIn = (holder: Resource, { name }: Attribute): Resource[] =>
  Array.isArray(holder[name]) ? (holder[name] as Resource[]).map((one) => ({ ...one })) : [];

/** Of several elements one is primary: the one that was made so last. */
const onePrimary = (all: readonly Resource[], chosen: readonly Resource[]): void => {
  if (!chosen.some(({ primary }) => primary === true)) return;
  for (const one of all) if (!chosen.includes(one) && one["primary"] === true) one["primary"] = false;
};

const changeElement = (element: Resource, { attribute, part }: Target, value: unknown): void => {
  if (part !== undefined) return setOrRemove(element, part.name, coerce(value, part));
  const [read] = (coerce(value, attribute) as Resource[] | undefined) ?? [];
  Object.assign(element, read);
};

/** Sets parts of some elements of a list; without any, of a new one. */
const setElements = (holder: Resource, target: Target, value: unknown): void => {
  const { attribute, filter } = target;
  const all = elementsIn(holder, attribute);
  const chosen = filter === undefined ? all.slice() : all.filter((one) => matches(filter, one));
  if (chosen.length === 0) {
    const created = filter === undefined ? {} : seedOf(filter, attribute);
    all.push(created);
    chosen.push(created);
  }
  for (const element of chosen) changeElement(element, target, value);
  onePrimary(all, chosen);
  setOrRemove(holder, attribute.name, coerce(all, attribute));
};

const keyOf = (element: Resource): string =>
  JSON.stringify(Object.entries(element).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Adds elements to a list; one that is there already is not doubled. */
const addElements = (holder: Resource, { attribute }: Target, value: unknown): void => {
  const all = elementsIn(holder, attribute);
  const known = new Set(all.map(keyOf));
  const added = ((coerce(value, attribute) as Resource[] | undefined) ?? []).filter((one) => !known.has(keyOf(one)));
  const together = [...all, ...added];
  onePrimary(together, added);
  setOrRemove(holder, attribute.name, coerce(together, attribute));
};

const setSingle = (holder: Resource, op: Operation["op"], { attribute, part }: Target, value: unknown): void => {
  const { name } = attribute;
  const old = isObject(holder[name]) ? holder[name] : {};
  if (part !== undefined) {
    const next = { ...old };
    setOrRemove(next, part.name, coerce(value, part));
    return setOrRemove(holder, name, coerce(next, attribute));
  }
  const read = coerce(value, attribute);
  setOrRemove(holder, name, op === "add" && isObject(read) ? { ...old, ...read } : read);
};

const removeFrom = (holder: Resource, { attribute, filter, part }: Target): void => {
  const { name } = attribute;
  if (filter === undefined && part === undefined) return setOrRemove(holder, name, undefined);
  if (!attribute.multiValued)
    return setSingle(holder, "replace", { attribute, isEnterprise: false, filter, part }, null);
  const all = elementsIn(holder, attribute);
  const left = all.filter((one) => {
    if (filter !== undefined && !matches(filter, one)) return true;
    if (part !== undefined) delete one[part.name];
    return part !== undefined;
  });
  setOrRemove(holder, name, coerce(left, attribute));
};

const applyAt = (user: Resource, op: Operation["op"], target: Target, value: unknown): void => {
  const holder = target.isEnterprise ? { ...(user[ENTERPRISE] as Resource | undefined) } : user;
  if (op === "remove") removeFrom(holder, target);
  else if (!target.attribute.multiValued) setSingle(holder, op, target, value);
  else if (target.filter !== undefined || target.part !== undefined) setElements(holder, target, value);
  else if (op === "add") addElements(holder, target, value);
  else setOrRemove(holder, target.attribute.name, coerce(value, target.attribute));
  if (target.isEnterprise) setOrRemove(user, ENTERPRISE, Object.keys(holder).length === 0 ? undefined : holder);
};

const applyPathless = (user: Resource, op: Operation["op"], value: unknown): void => {
  if (!isObject(value)) throw invalid('An operation without "path" must have an object as "value".');
  for (const [key, given] of Object.entries(value)) {
    const isExtension = [ENTERPRISE, CORE_USER].find((urn) => urn.toLowerCase() === key.toLowerCase());
    if (isExtension !== undefined && isObject(given))
      for (const [name, part] of Object.entries(given)) applyPath(user, op, `${isExtension}:${name}`, part);
    else applyPath(user, op, key, given);
  }
};

const applyPath = (user: Resource, op: Operation["op"], path: string, value: unknown): void => {
  if (path.toLowerCase() === ENTERPRISE.toLowerCase())
    return op === "remove"
      ? setOrRemove(user, ENTERPRISE, undefined)
      : applyPathless(user, op, { [ENTERPRISE]: value });
  const target = targetOf(path);
  if (target !== undefined) applyAt(user, op, target, value);
};

/**
 * A person after the operations of a PATCH, all or none (RFC 7644, 3.5.2); attributes that aren't kept are ignored.
 * Errors: `400`.
 */
export const patchUser = (user: Resource, operations: readonly Operation[]): Resource => {
  const next = structuredClone(user);
  for (const { op, path, value } of operations) {
    if (path !== undefined) applyPath(next, op, path, value);
    else if (op === "remove") throw invalid('A "remove" must have a "path".', "noTarget");
    else applyPathless(next, op, value);
  }
  return next;
};
