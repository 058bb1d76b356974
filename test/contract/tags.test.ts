import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Endpoint } from "../../server/platform/http/contract/contract.ts";
import { nameOf, requestOf, rowOf } from "../security/requests.ts";
import { makeObject, makeTenant, type Tenant } from "../security/tenant.ts";
import { type Answer, makeWorld, type World } from "../support/world.ts";

type Operation = {
  parameters: { name: string }[];
  responses: Record<string, { headers?: Record<string, unknown> }>;
};

let world: World;
let tenant: Tenant;
let paths: Record<string, Record<string, Operation>>;

before(async () => {
  world = await makeWorld();
  tenant = await makeTenant(world);
  paths = (await world.app.inject("/api/openapi.json")).json<{ paths: typeof paths }>().paths;
});
after(() => world.close());

/** Sends a valid request with these headers; what a success uses up is made for it alone. */
const send = async (endpoint: Endpoint, headers: Record<string, string> = {}): Promise<Answer> => {
  const { object, removesLocation, removesWebhook } = rowOf(endpoint);
  const subject = removesLocation || removesWebhook ? await makeTenant(world) : tenant;
  const made = object === undefined ? {} : { [object]: await makeObject(world, subject, object) };
  const { method, path, options } = requestOf(endpoint, { ...subject, shared: { ...subject.shared, ...made } });
  return world.call(method, path, { ...options, headers });
};

const declared = ({ path, method }: Endpoint) => {
  const operation = paths[path]?.[method.toLowerCase()];
  assert.ok(operation);
  return {
    tag: operation.responses["200"]?.headers?.["ETag"] !== undefined,
    unchanged: "304" in operation.responses,
    refused: "412" in operation.responses,
    ifMatch: operation.parameters.some(({ name }) => name === "If-Match"),
  };
};

describe("what openapi.json says of ETag, 304 and 412 (rules 2.6)", () => {
  it("200, 304 and 412: every operation answers what it declares, and nothing that it does not", async () => {
    const found = { tag: 0, unchanged: 0, refused: 0 };
    for (const endpoint of world.endpoints) {
      const label = nameOf(endpoint);
      const { tag, unchanged, refused, ifMatch } = declared(endpoint);
      const answer = await send(endpoint);
      const { own = 200 } = rowOf(endpoint);
      assert.equal(answer.status, own, `${label}: ${answer.text}`);
      // A record that isn't the caller's has no tag: test/server/resources/own-visitors/own-visitors.test.ts.
      if (own === 404) continue;
      assert.equal(answer.headers["etag"] !== undefined, tag, `${label}: ETag`);
      const known = await send(endpoint, { "if-none-match": "*" });
      assert.equal(known.status, unchanged ? 304 : own, `${label}: If-None-Match`);
      const other = await send(endpoint, { "if-match": '"another"' });
      assert.equal(other.status, refused ? 412 : own, `${label}: If-Match`);
      assert.equal(ifMatch, refused, `${label}: the parameter If-Match`);
      found.tag += Number(tag);
      found.unchanged += Number(unchanged);
      found.refused += Number(refused);
    }
    assert.ok(found.tag > 30 && found.unchanged > 10 && found.refused > 20, JSON.stringify(found));
  });

  it("200: a repeated change of a webhook has the tag of the first answer", async () => {
    const path = `/companies/${tenant.location}/webhooks`;
    const headers = { "idempotency-key": "a-webhook-twice" };
    const first = await world.put(path, { http_method: "PUT" }, { headers });
    const again = await world.put(path, { http_method: "PUT" }, { headers });
    assert.deepEqual([again.headers["idempotent-replayed"], again.headers["etag"]], ["true", first.headers["etag"]]);
  });
});
