import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";

import type { Endpoint } from "../../../../server/platform/http/contract/contract.ts";
import { chooseCoding } from "../../../../server/platform/lib/net/accept-encoding.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  for (let n = 0; n < 5; n += 1) await buildVisit(world, location, { note: "plain words ".repeat(20) });
});
after(() => world.close());

const read = (url: string, accepted?: string, method: "GET" | "POST" | "HEAD" = "GET", payload?: object) =>
  world.app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: { ...world.admin, ...(accepted === undefined ? {} : { "accept-encoding": accepted }) },
  });
const list = () => `/api/visitors/bycompany/${location}?count=50&page=1`;

describe("GET, answers of more than 1 KB (rules 2)", () => {
  it("200: packed as the client asks, and the same text", async () => {
    const plain = await read(list());
    assert.equal(plain.headers["content-encoding"], undefined);
    assert.equal(plain.headers["vary"], "accept-encoding");
    for (const [accepted, coding, unpack] of [
      ["br", "br", brotliDecompressSync],
      ["gzip, deflate, br", "br", brotliDecompressSync],
      ["gzip, deflate", "gzip", gunzipSync],
      ["gzip;q=1, br;q=0.5", "gzip", gunzipSync],
      ["*", "br", brotliDecompressSync],
      ["br;q=0, *", "gzip", gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await read(list(), accepted);
      assert.deepEqual([headers["content-encoding"], headers["vary"]], [coding, "accept-encoding"], accepted);
      assert.equal(unpack(rawPayload).toString(), plain.body, accepted);
      assert.equal(headers["content-length"], String(rawPayload.length));
      assert.ok(rawPayload.length < plain.rawPayload.length / 3);
    }
  });

  it("200: as it is for who asks for nothing, for what is not known, or rather wants that", async () => {
    for (const accepted of [
      "",
      "identity",
      "deflate",
      "zstd",
      "gzip;q=0",
      "br;q=0, gzip;q=0.0",
      "*;q=0",
      "identity, gzip;q=0.5",
      "gzip;q=nonsense",
    ])
      assert.equal((await read(list(), accepted)).headers["content-encoding"], undefined, accepted);
  });

  it("200: a short answer as it is, unless the client refuses that", async () => {
    const path = "/api/users/me";
    const short = await read(path, "br, gzip");
    assert.deepEqual([short.headers["content-encoding"], short.headers["vary"]], [undefined, undefined]);
    for (const refusing of ["gzip, identity;q=0", "gzip, *;q=0"])
      assert.equal((await read(path, refusing)).headers["content-encoding"], "gzip", refusing);
    assert.equal((await read(path, "identity;q=0")).statusCode, 200);
  });

  it("200: HEAD says the same as GET", async () => {
    const [get, head] = [await read(list(), "br"), await read(list(), "br", "HEAD")];
    for (const name of ["content-encoding", "content-length", "vary", "content-type"])
      assert.equal(head.headers[name], get.headers[name], name);
    assert.equal(head.body, "");
  });

  it("200: metrics and the description are packed; workbooks, PDFs and pictures are not", async () => {
    for (const path of ["/metrics", "/api/openapi.json"])
      assert.notEqual((await read(path, "gzip")).headers["content-encoding"], undefined, path);
    const sheet = await read(`/api/visitors/export/bycompany/${location}`, "br, gzip");
    assert.deepEqual([sheet.headers["content-encoding"], sheet.headers["vary"]], [undefined, undefined]);
    const picture = `<svg xmlns="http://www.w3.org/2000/svg">${"<g/>".repeat(1000)}</svg>`;
    const { _id } = await buildVisit(world, location, { photo: Buffer.from(picture).toString("base64") });
    const photo = await read(`/api/visitors/${_id}/photo`, "br, gzip");
    assert.deepEqual([photo.statusCode, photo.headers["content-encoding"]], [200, undefined]);
  });

  it("200: the whole log as CSV is packed while it is written", async () => {
    const path = `/api/companies/${location}/visitors/export`;
    const plain = await read(path);
    for (const [coding, unpack] of [
      ["br", brotliDecompressSync],
      ["gzip", gunzipSync],
    ] as const) {
      const packed = await read(path, coding);
      assert.equal(packed.headers["content-encoding"], coding);
      assert.equal(unpack(packed.rawPayload).toString(), plain.body);
    }
  });

  it("200: a strong tag names the bytes: another one for each coding, and each of them is known again", async () => {
    const visit = await buildVisit(world, location, { note: "plain words ".repeat(100) });
    const path = `/api/visitors/${visit._id}`;
    const tags = [];
    for (const accepted of ["identity", "gzip", "br"]) {
      const tag = String((await read(path, accepted)).headers["etag"]);
      assert.match(tag, /^"[^"]+"$/);
      tags.push(tag);
    }
    assert.equal(new Set(tags).size, 3);
    for (const tag of tags) {
      const headers = { ...world.admin, "if-none-match": tag, "accept-encoding": "br" };
      const { statusCode, headers: sent, body } = await world.app.inject({ url: path, headers });
      assert.deepEqual([statusCode, sent["etag"], body], [304, tag, ""]);
    }
  });

  it("200: what shows a secret is never packed (BREACH)", async () => {
    const payload = { name: "k".repeat(200), companies: [location], ip_ranges: Array(200).fill("203.0.113.0/24") };
    const made = await read("/api/apikeys", "br, gzip", "POST", payload);
    assert.ok(made.body.length > 1024);
    assert.deepEqual([made.statusCode, made.headers["content-encoding"]], [200, undefined]);
    const shows = (endpoint: Endpoint): boolean =>
      ["key", "secret"].some((name) => Object.hasOwn(Object(Reflect.get(endpoint.response, "properties")), name));
    assert.deepEqual(
      world.endpoints.filter(shows).map(({ path, secret }) => [path, secret]),
      [
        ["/companies/{company_id}/webhooks/secret", true],
        ["/apikeys", true],
      ],
    );
  });

  it("200: 50 at once are packed beside the event loop, and nothing waits for them", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => read(list(), "br")));
    for (const { rawPayload } of answers)
      assert.equal(JSON.parse(brotliDecompressSync(rawPayload).toString()).visitors.length, 7);
  });
});

describe("POST, a body with Content-Encoding (rules 2)", () => {
  const send = (coding: string, payload: Buffer | string, path = "/api/visitors", headers = world.admin) =>
    world.app.inject({
      method: "POST",
      url: path,
      payload,
      headers: { ...headers, "content-type": "application/json", "content-encoding": coding },
    });
  const visit = () => JSON.stringify({ company_id: location, first_name: "Packed" });

  it("415: with what is accepted; nothing is read of it", async () => {
    for (const coding of ["gzip", "br", "deflate", "zstd", "GZIP", "identity, gzip", "x-unknown"]) {
      const answer = await send(coding, gzipSync(visit()));
      assert.equal(answer.statusCode, 415, coding);
      assert.equal(answer.headers["accept-encoding"], "identity");
      assert.match(answer.json().message, /Content-Encoding/);
    }
  });

  it("200: identity does not count as a coding, and without a body there is nothing to unpack", async () => {
    for (const coding of ["identity", "Identity", ""]) assert.equal((await send(coding, visit())).statusCode, 200);
    const { _id } = await buildVisit(world, location);
    assert.equal((await send("gzip", "", `/api/visitors/${_id}/signout`)).statusCode, 200);
  });

  it("403 wins: who may not call learns nothing of the body; 415 outside /api too", async () => {
    assert.equal((await send("gzip", gzipSync(visit()), "/api/visitors", {})).statusCode, 403);
    assert.equal((await send("gzip", gzipSync("{}"), "/kiosk/api/pairing/poll")).statusCode, 415);
    assert.equal((await send("gzip", gzipSync("{}"), "/session", {})).statusCode, 415);
  });
});

describe("Accept-Encoding (RFC 9110, 12.5.3)", () => {
  it("is read with its weights, in any case and with blanks", () => {
    assert.equal(chooseCoding(" GZip ; Q=0.8 , BR ; q=0.9 "), "br");
    assert.equal(chooseCoding("x-gzip"), "gzip");
    assert.equal(chooseCoding("br;q=1.5"), undefined);
    assert.equal(chooseCoding("gzip, br;q=0.999"), "gzip");
    assert.equal(chooseCoding("identity;q=1, *;q=0.5"), undefined);
    assert.equal(chooseCoding(",,;;,"), undefined);
    assert.equal(chooseCoding("br", ["gzip"]), undefined);
  });
});
