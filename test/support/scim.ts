import assert from "node:assert/strict";

import { type Body, buildLocation, type World } from "./world.ts";

export const CORE_USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const CORE_GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";
const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

export type ScimAnswer = { status: number; body: Body; headers: Record<string, unknown>; text: string };
export type ScimOptions = {
  /** The whole `Authorization` header; the directory's token if left out. */
  authorization?: string | null;
  type?: string;
  from?: string;
};

type Attribute = { name: string; type: string; multiValued: boolean; subAttributes?: Attribute[] };
type Published = { core: Attribute[]; enterprise: Attribute[]; group: Attribute[] };

/** A directory with a token, and a client that sends requests as Entra ID and Okta do. */
export type ScimClient = {
  directory: string;
  token: string;
  location: string;
  call(method: string, path: string, body?: unknown, options?: ScimOptions): Promise<ScimAnswer>;
  /** A PATCH with these operations. */
  patch(path: string, ...operations: object[]): Promise<ScimAnswer>;
  /** Creates a person and gives their ID. */
  user(userName: string, more?: object): Promise<string>;
  /** Creates a group and gives its ID. */
  group(displayName: string, members?: readonly string[]): Promise<string>;
  find(path: string, filter: string): Promise<Body>;
};

const checkValue = (value: unknown, { name, type, subAttributes }: Attribute): void => {
  if (type === "complex") return checkKeys(value, subAttributes ?? [], name);
  assert.equal(typeof value, type, `${name} is a ${type}`);
};

const checkKeys = (value: unknown, attributes: readonly Attribute[], where: string): void => {
  for (const [key, part] of Object.entries(Object(value) as object)) {
    const attribute = attributes.find(({ name }) => name === key);
    assert.ok(attribute, `${where}: "${key}" is not published`);
    if (attribute.multiValued) for (const one of part as unknown[]) checkValue(one, attribute);
    else checkValue(part, attribute);
  }
};

/** Holds a resource against the schemas that the server publishes. */
const judgeResource = (resource: Body, { core, enterprise, group }: Published): void => {
  const { schemas, id, externalId, meta, [ENTERPRISE]: extension, ...rest } = resource;
  assert.ok(Array.isArray(schemas) && typeof id === "string", "schemas and id are always there");
  if (externalId !== undefined) assert.equal(typeof externalId, "string");
  if (meta !== undefined) assert.match(meta.location, new RegExp(`/scim/v2/${meta.resourceType}s/${id}$`));
  checkKeys(rest, schemas.includes(CORE_GROUP) ? group : core, "resource");
  checkKeys(extension, enterprise, "extension");
};

const isResource = ({ schemas = [] }: Body): boolean => /:core:2\.0:(User|Group)$/.test(String(schemas[0]));

const judgeList = (body: Body): void => {
  for (const key of ["totalResults", "itemsPerPage", "startIndex"]) assert.equal(typeof body[key], "number");
  assert.equal(body.Resources.length, body.itemsPerPage);
};

const judgeBody = (body: Body, published: Published | undefined): void => {
  const isList = body.schemas.includes(LIST);
  if (isList) judgeList(body);
  const resources: Body[] = isList ? body.Resources : [body];
  if (published !== undefined) for (const one of resources.filter(isResource)) judgeResource(one, published);
};

const judge = ({ status, body, headers, text }: ScimAnswer, published: Published | undefined): void => {
  if (status === 204) return assert.equal(text, "");
  assert.match(String(headers["content-type"]), /^application\/scim\+json/);
  if (status < 400) return judgeBody(body, published);
  assert.deepEqual(body.schemas, [ERROR]);
  assert.deepEqual([body.status, typeof body.detail], [String(status), "string"]);
};

const publishedBy = (list: Body): Published => {
  const of = (id: string): Attribute[] => list.Resources.find((one: Body) => one.id === id).attributes;
  return { core: of(CORE_USER), enterprise: of(ENTERPRISE), group: of(CORE_GROUP) };
};

/** Sends a request to `/scim/v2`; each answer is held against SCIM and what `/Schemas` publishes. */
const makeSend = ({ app }: World, token: string): ScimClient["call"] => {
  let published: Published | undefined;
  const send: ScimClient["call"] = async (method, path, body, options = {}) => {
    const { authorization = `Bearer ${token}`, type = "application/scim+json", from = "127.0.0.1" } = options;
    const response = await app.inject({
      method: method as "GET",
      url: `/scim/v2${path}`,
      remoteAddress: from,
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(body === undefined ? {} : { "content-type": type }),
      },
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const { statusCode: status, headers, body: text } = response;
    const answer = { status, headers, text, body: text === "" ? undefined : JSON.parse(text) };
    judge(answer, published);
    return answer;
  };
  return async (...given) => {
    published ??= token === "" ? undefined : publishedBy((await send("GET", "/Schemas")).body);
    return send(...given);
  };
};

/** Adds a directory of kind `scim` with a token; by its first rule each person is a host at a new location. */
export const makeScim = async (world: World, rules?: (location: string) => object[]): Promise<ScimClient> => {
  const location = await buildLocation(world);
  const { body: made } = await world.post("/directories", { kind: "scim", name: "Entra ID" });
  const directory: string = made._id;
  const { body: token } = await world.post(`/directories/${directory}/tokens`);
  const given = rules?.(location) ?? [{ everyone: true, hosts_at: [location] }];
  const answer = await world.put(`/directories/${directory}/rules`, given);
  assert.equal(answer.status, 200, answer.text);
  const call = makeSend(world, token.token);
  const created = async (path: string, body: object): Promise<string> => {
    const { status, body: resource, text } = await call("POST", path, body);
    assert.equal(status, 201, text);
    return resource.id;
  };
  return {
    directory,
    token: token.token,
    location,
    call,
    patch: (path, ...Operations) => call("PATCH", path, { schemas: [PATCH], Operations }),
    user: (userName, more = {}) =>
      created("/Users", { schemas: [CORE_USER], userName, emails: [{ type: "work", value: userName }], ...more }),
    group: (displayName, members = []) =>
      created("/Groups", { schemas: [CORE_GROUP], displayName, members: members.map((value) => ({ value })) }),
    find: async (path, filter) => (await call("GET", `${path}?filter=${encodeURIComponent(filter)}`)).body,
  };
};
