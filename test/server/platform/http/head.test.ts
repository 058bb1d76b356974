import assert from "node:assert/strict";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { after, before, describe, it } from "node:test";

import { buildPages } from "../../../../web/build.ts";
import { makeTenant, type Tenant } from "../../../security/tenant.ts";
import { nameOf, requestOf } from "../../../security/requests.ts";
import { buildUser, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let tenant: Tenant;
let port: number;

before(async () => {
  await buildPages("dist/web");
  world = await makeWorld({ env: { WEB_DIR: resolve("dist/web") } });
  tenant = await makeTenant(world);
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  port = (world.app.server.address() as AddressInfo).port;
});
after(() => world.close());

type Head = { status: number | undefined; headers: Record<string, unknown>; body: string };

/** One call over a connection, as programs make it: what follows the head of an answer to HEAD would be seen. */
const send = (method: string, path: string, headers: Record<string, string>): Promise<Head> =>
  new Promise((settle, fail) => {
    const call = request({ port, host: "127.0.0.1", method, path, headers, agent: false }, (response) => {
      let body = "";
      const { statusCode: status, headers: all } = response;
      const end = (): void => settle({ status, headers: all, body });
      // Events go on: their beginning is enough.
      response.on("data", (part) => {
        body += String(part);
        if (all["content-type"] === "text/event-stream") response.destroy();
      });
      response.on("close", end).on("error", () => undefined);
    });
    call.on("error", fail).end();
  });

/** What differs between any two answers, or tells of the time it took. */
const comparable = ({ status, headers }: Head) => {
  const { date: _date, "x-request-id": _id, "content-security-policy": _nonce, ...rest } = headers;
  return { status, headers: rest };
};

const STREAMS = new Set([
  "/api/companies/{company_id}/visitors/export",
  "/api/companies/{company_id}/visitors/workbook",
  "/api/companies/{company_id}/archive",
  "/api/companies/{company_id}/events",
  "/api/companies/{company_id}/imports/{id}/errors",
]);

const same = async (path: string, headers: Record<string, string>, name = path): Promise<void> => {
  const [get, head] = [await send("GET", path, headers), await send("HEAD", path, headers)];
  assert.equal(head.body, "", name);
  const expected = comparable(get);
  // A stream has no length; how its parts are marked off is said with the parts.
  if (STREAMS.has(name)) delete expected.headers["transfer-encoding"];
  assert.deepEqual(Object.keys(comparable(head).headers).toSorted(), Object.keys(expected.headers).toSorted(), name);
  assert.equal(head.status, get.status, name);
  // What a report or a workbook says of the time makes its length another one.
  if (get.headers["content-type"] === "application/json; charset=utf-8")
    assert.deepEqual(comparable(head), expected, name);
};

describe("HEAD (rules 2: HEAD answers wherever GET does)", () => {
  it("200: every endpoint that is read, with the head of its GET and no body", async () => {
    world.clock.frozen = true;
    world.clock.now = Date.now();
    for (const endpoint of world.endpoints.filter(({ method }) => method === "GET")) {
      const { path } = requestOf(endpoint, tenant);
      await same(`/api${path}`, world.admin, `/api${endpoint.path}`);
      const { status } = await send("HEAD", `/api${path}`, world.admin);
      assert.equal(status, 200, nameOf(endpoint));
    }
    world.clock.frozen = false;
  });

  it("200: pages, their files, probes, the description and /metrics", async () => {
    for (const path of [
      "/",
      "/login",
      "/kiosk/",
      "/visit/",
      "/sw.js",
      "/docs",
      "/healthz",
      "/readyz",
      "/metrics",
      "/api/openapi.json",
    ]) {
      const { status, body } = await send("HEAD", path, {});
      assert.deepEqual([status, body], [200, ""], path);
      if (path !== "/metrics") await same(path, {});
    }
  });

  it("404: what is not there, with the length of what GET says", async () => {
    for (const path of ["/nothing", "/api/nothing", "/kiosk/api/nothing", "/assets/nothing.js"])
      await same(path, world.admin);
    assert.equal((await send("HEAD", "/nothing", {})).status, 404);
    assert.equal((await send("HEAD", "/api/visitors", world.admin)).status, 404);
  });

  it("403: as GET, for a role, an uncovered location and no credential; refused keys count", async () => {
    const as = await buildUser(world, "security_guard", [tenant.location]);
    await same(`/api/visitees/bycompany/${tenant.location}`, as);
    await same(`/api/visitees/bycompany/${tenant.location}`, {});
    await same(`/api/companies/${"a".repeat(24)}/hosts`, as);
    assert.equal((await send("HEAD", `/api/visitees/bycompany/${tenant.location}`, as)).status, 403);
    const from = "192.0.2.77";
    const headers = { authorization: "Bearer svc_none_none" };
    const statuses = [];
    for (let n = 0; n < 31; n += 1)
      statuses.push(
        (await world.app.inject({ method: "HEAD", url: "/api/companiesList", headers, remoteAddress: from }))
          .statusCode,
      );
    assert.deepEqual([...new Set(statuses)], [403, 429]);
  });

  it("200: the head of a stream of events at once, and its end", async () => {
    const { status, headers, body } = await send("HEAD", `/api/companies/${tenant.location}/events`, world.admin);
    assert.deepEqual([status, headers["content-type"], body], [200, "text/event-stream", ""]);
  });

  it("200: opening a decision link by HEAD decides nothing and reads as GET", async () => {
    await same("/decide?token=none", {});
    assert.equal((await world.get(`/visitors/${tenant.shared.waiting_visit}`)).body.approval, "pending");
  });
});
