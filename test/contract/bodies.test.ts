import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Endpoint } from "../../server/platform/http/contract/contract.ts";
import { inlineRefs } from "../support/inline-refs.ts";
import { pairKiosk } from "../support/kiosk.ts";
import { buildLocation, makeWorld, type World } from "../support/world.ts";

type Schema = {
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
};
type Document = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema?: Schema }> } }>>;
};

let world: World;
let location: string;
let described: Document;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  described = inlineRefs((await world.app.inject("/api/openapi.json")).json<Document>());
});
after(() => world.close());

const schemaOf = (path: string, method: string): Schema =>
  described.paths[path]?.[method]?.requestBody?.content["application/json"]?.schema ?? {};

const takesNull = ({ type, anyOf }: Schema): boolean =>
  [type].flat().includes("null") || anyOf?.some(takesNull) === true;

const PROVIDER = {
  tenant_id: "72f988bf-86f1-41af-91ab-2d7cd011db47",
  client_id: "6731de76-14a6-49ae-97bc-6eba6914391e",
};

const DIRECTORY = { kind: "csv", name: "List" };

/** The collection in which a record is made that a `PUT` can change, and of what. */
const RECORDS: Record<string, [collection: string, body: () => object]> = {
  "/visitors/{visitorId}": ["/visitors", () => ({ company_id: location })],
  "/visitees/{id}": ["/visitees", () => ({ company_id: location, cn: "Ann Peeters" })],
  "/series/{id}": [
    "/series",
    () => ({
      company_id: location,
      visitors: [{ first_name: "Jo" }],
      starts: { date: "2027-06-01", time: "09:00" },
      duration_minutes: 60,
    }),
  ],
  "/groups/{id}": ["/groups", () => ({ company_id: location, leader: { first_name: "Jo" } })],
  "/knownvisitors/{id}": ["/knownvisitors", () => ({ company_id: location })],
  "/companies/{company_id}": ["/companies", () => ({ name: "Branch" })],
  "/companies/{company_id}/watchlists/{id}": [
    "/companies/{company_id}/watchlists",
    () => ({ name: "Barred", kind: "denied" }),
  ],
  "/companies/{company_id}/visittypes/{id}": ["/companies/{company_id}/visittypes", () => ({ name: "Visitor" })],
  "/companies/{company_id}/entrypoints/{id}": ["/companies/{company_id}/entrypoints", () => ({ name: "Door" })],
  "/companies/{company_id}/agreements/{agreement_id}": [
    "/companies/{company_id}/agreements",
    () => ({ name: "Rules" }),
  ],
  "/companies/{company_id}/webhooks": ["/companies/{company_id}/webhooks", () => ({ url: "http://127.0.0.1:9/hook" })],
  "/users/{id}": ["/users", () => ({ email: "ann@example.org", role: "receptionist", companies: [location] })],
  "/apikeys/{id}": ["/apikeys", () => ({ name: "Door", companies: [location] })],
  "/idpcredentials/{id}": ["/idpcredentials", () => ({ name: "Door", companies: [location], ...PROVIDER })],
  "/directories/{id}": ["/directories", () => DIRECTORY],
  "/loginproviders/{id}": ["/loginproviders", () => ({ name: "Entra ID" })],
  "/directories/{id}/rules": ["/directories", () => DIRECTORY],
  "/directories/{id}/people": ["/directories", () => DIRECTORY],
};

/** The address of a fresh record that an endpoint changes. */
const recordFor = async (path: string): Promise<string> => {
  const here = (text: string): string => text.replace("{company_id}", location);
  if (path === "/companies/{company_id}/devices/{id}") {
    const { device } = await pairKiosk(world, location);
    return here(path).replace("{id}", device._id);
  }
  // They are there without being made.
  if (["/companies/{company_id}/monthlyreport", "/loginrules", "/me/settings"].includes(path)) return here(path);
  if (path === "/companies/{company_id}/imports/{id}") {
    const options = { raw: "name\nAnn\n", headers: { "content-type": "text/csv" } };
    const made = await world.call("POST", `/companies/${location}/imports?target=hosts`, options);
    return here(path).replace("{id}", made.body._id);
  }
  if (path === "/companies/{company_id}/watchlists/{id}/entries/{entry_id}") {
    const lists = `/companies/${location}/watchlists`;
    const list = `${lists}/${(await world.post(lists, { name: "Barred", kind: "denied" })).body._id}`;
    const review_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const body = { names: ["Mal Ory"], reason_code: "threat", review_on };
    return `${list}/entries/${(await world.post(`${list}/entries`, body)).body._id}`;
  }
  const known = RECORDS[path];
  assert.ok(known, `PUT ${path} is new: say in RECORDS (test/contract/bodies.test.ts) how a record of it is made`);
  const [collection, body] = known;
  const made = await world.post(here(collection), body());
  assert.equal(made.status, 200, made.text);
  if (path === "/companies/{company_id}") return `/companies/${made.body._id}`;
  return here(path).replace(/\{\w+\}(?=$|\/(?:rules|people)$)/, made.body._id);
};

const puts = (): readonly Endpoint[] => world.endpoints.filter(({ method }) => method === "PUT");

describe("PUT: null removes, and the description says where (rules 2.1)", () => {
  it("200 exactly for the keys that the description lets be null, 400 for every other one", async () => {
    for (const { path } of puts()) {
      const record = await recordFor(path);
      for (const [key, schema] of Object.entries(schemaOf(path, "put").properties ?? {})) {
        const { status, text } = await world.put(record, { [key]: null });
        assert.equal(status, takesNull(schema) ? 200 : 400, `PUT ${path} { "${key}": null }: ${text}`);
      }
    }
  });
});

describe("POST: what is required is in the description (rules 4)", () => {
  it("400 for every key that a rule requires, which the description calls required and the order of the checks asks for late", async () => {
    const posts = world.endpoints.filter(({ requires }) => requires !== undefined);
    assert.ok(posts.length >= 4);
    for (const { path, method, body, requires = [] } of posts)
      for (const key of requires) {
        assert.ok(schemaOf(path, method.toLowerCase()).required?.includes(key), `${method} ${path}: ${key}`);
        const example: object = Reflect.get(body ?? {}, "examples")?.[0] ?? {};
        const sent = {
          ...example,
          ...(requires.includes("company_id") ? { company_id: location } : {}),
          [key]: undefined,
        };
        const { status, body: answer } = await world.post(path.replace("{company_id}", location), sent);
        assert.equal(status, 400, `${method} ${path} without ${key}`);
        assert.match(answer.message, new RegExp(`"${key}" is required`));
      }
  });
});
