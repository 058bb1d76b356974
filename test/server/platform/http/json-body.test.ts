import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { type Answer, buildKey, buildLocation, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const JSON_TYPE = { "content-type": "application/json" };

const send = (raw: string | Buffer, headers: Record<string, string> = JSON_TYPE): Promise<Answer> =>
  world.call("POST", "/visitors", { raw, headers });
const start = (members: string): Promise<Answer> => send(`{"company_id":"${location}"${members && `,${members}`}}`);
const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

describe("JSON bodies (interface 1, rules 2)", () => {
  it("200: JSON is read with any JSON type, a parameter, and without Content-Type", async () => {
    const text = `{"company_id":"${location}"}`;
    for (const type of [
      "application/json",
      "application/json; charset=utf-8",
      "Application/JSON",
      "application/problem+json",
    ])
      assert.equal((await send(text, { "content-type": type })).status, 200, type);
    assert.equal((await send(text, {})).status, 200);
  });

  it("400: documented fields are not converted, whatever a form would do", async () => {
    for (const member of [
      '"safe":"true"',
      '"safe":1',
      '"first_name":5',
      '"email":true',
      '"agreements":"x"',
      '"signed_in":0',
      '"signed_in_source":"3"',
    ]) {
      // prettier-ignore
      const { status, body } = await start(member);
      assert.equal(status, 400, member);
      assert.ok(body.message.includes(member.split(":")[0]), body.message);
    }
  });

  it("400: what is not JSON, is cut off, is not an object, or is not UTF-8", async () => {
    for (const text of [
      "{",
      "{'a':1}",
      "{a:1}",
      "nothing",
      "NaN",
      '{"a":1,}',
      "\u0000",
      '"text"',
      "5",
      "null",
      "[]",
      "[1]",
    ])
      assert.equal((await send(text)).status, 400, text);
    for (const bytes of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc0, 0x80]])
      assert.equal(
        (await send(Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]))).status,
        400,
      );
  });

  it("400: no body at all where one is expected; 200 where none is needed, with any type", async () => {
    assert.equal((await world.call("POST", "/visitors")).status, 400);
    const { body } = await start("");
    for (const type of ["application/json", "application/x-www-form-urlencoded", "text/plain", "image/png"]) {
      const path = `/visitors/${body._id}/signout`;
      assert.equal((await world.call("POST", path, { raw: "", headers: { "content-type": type } })).status, 200, type);
    }
  });

  it("415: another type is refused by name", async () => {
    for (const type of ["text/plain", "application/xml", "multipart/form-data; boundary=x", "nonsense", "text/csv"]) {
      const { status, body } = await send("a=1", { "content-type": type });
      assert.equal(status, 415, type);
      assert.match(body.message, /Content-Type must be application\/json/);
    }
  });

  it("403: a refused call is refused before its body is looked at (rules 1.4)", async () => {
    const key = await buildKey(world, [location]);
    for (const raw of ["{", "x".repeat(2 * 1024 * 1024)]) {
      assert.equal((await world.call("POST", "/visitors", { as: null, raw, headers: JSON_TYPE })).status, 403);
      assert.equal((await world.call("POST", "/users", { as: key, raw, headers: JSON_TYPE })).status, 403);
    }
  });

  it("400: a key __proto__ at any depth, NUL and lone surrogates anywhere; the field is named", async () => {
    for (const value of [
      '{"__proto__":1}',
      '[{"a":{"__proto__":{}}}]',
      '"\\u0000"',
      '["a\\u0000"]',
      '"\\ud800"',
      '{"x":"\\udc00"}',
      '{"\\ud83d":1}',
    ]) {
      // prettier-ignore
      const { status, body } = await start(`"badge":${value}`);
      assert.equal(status, 400, value);
      assert.ok(body.message.includes('"badge"'), body.message);
    }
    assert.equal((await start('"__proto__":1')).status, 400);
    assert.equal((await start('"\\u005f_proto__":1')).status, 400);
    assert.equal((await start('"a\\u0000":1')).status, 400);
  });

  it("200: 15 significant digits are kept; 400: 16, and what is beyond a double", async () => {
    for (const number of [
      "123456789012345",
      "-123456789012345",
      "0.123456789012345",
      "123456789012345000000",
      "1e15",
      "1.5e300",
      "1e-300",
      "5e-324",
      "0",
      "0.10",
      "00".slice(1),
      "1E2",
    ]) {
      // prettier-ignore
      const { status, body } = await start(`"badge":${number}`);
      assert.equal(status, 200, number);
      assert.equal(body.badge, Number(number));
      assert.equal((await world.get(`/visitors/${body._id}`)).body.badge, Number(number));
    }
    for (const number of ["1234567890123456", "0.1234567890123456", "9007199254740993", "1e400", "-1e309", "1e-400"]) {
      const { status, body } = await start(`"badge":{"deep":[${number}]}`);
      assert.equal(status, 400, number);
      assert.ok(body.message.includes('"badge"'), body.message);
    }
  });

  it("200: depth 64 in an extra key; 400: 65, and 5,000 arrays or objects", async () => {
    const { status, body } = await start(`"badge":${nested(64)}`);
    assert.equal(status, 200);
    assert.deepEqual((await world.get(`/visitors/${body._id}`)).body.badge, JSON.parse(nested(64)));
    for (const value of [nested(65), nested(5000), `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`])
      assert.equal((await start(`"badge":${value}`)).status, 400);
    assert.equal((await send(nested(100_000))).status, 400);
  });
});

describe("extra keys (interface 1, rules 2)", () => {
  const keys = (count: number, length = 6): string =>
    Array.from({ length: count }, (_, n) => `"${`k${n}`.padEnd(length, "x")}":1`).join(",");

  it("200: 200 extra keys; 400: 201, also when they come one after the other", async () => {
    const { status, body } = await start(keys(200));
    assert.equal(status, 200);
    assert.equal((await start(keys(201))).status, 400);
    const more = await world.put(`/visitors/${body._id}`, { another: 1 });
    assert.equal(more.status, 400);
    assert.match(more.body.message, /200/);
    assert.equal((await world.put(`/visitors/${body._id}`, { another: 1, k0xxxx: null })).status, 200);
  });

  it("200: a key of 128 characters; 400: one of 129", async () => {
    assert.equal((await start(`"${"k".repeat(128)}":1`)).status, 200);
    const { status, body } = await start(`"${"k".repeat(129)}":1`);
    assert.equal(status, 400);
    assert.match(body.message, /128/);
  });

  it("200: 64 KiB of extra data; 400: a byte more, counted in UTF-8", async () => {
    const room = 64 * 1024 - '{"badge":""}'.length;
    assert.equal((await start(`"badge":"${"x".repeat(room)}"`)).status, 200);
    assert.equal((await start(`"badge":"${"x".repeat(room + 1)}"`)).status, 400);
    assert.equal((await start(`"badge":"${"é".repeat(room / 2)}"`)).status, 200);
    assert.equal((await start(`"badge":"${"é".repeat(room / 2 + 1)}"`)).status, 400);
  });

  it("200: documented texts are not counted as extra data", async () => {
    const badge = "x".repeat(64 * 1024 - '{"badge":""}'.length);
    const names = ["first_name", "last_name", "company"].map((name) => `"${name}":"${"x".repeat(500)}"`);
    assert.equal((await start(`"badge":"${badge}",${names.join(",")}`)).status, 200);
  });
});

describe("the size of bodies (rules 2)", () => {
  const sized = (bytes: number, head: string, tail: string): string =>
    head + " ".repeat(bytes - head.length - tail.length) + tail;
  const MIB = 1024 * 1024;

  it("413: above 1 MiB; exactly 1 MiB is read", async () => {
    const post = (bytes: number): Promise<Answer> =>
      world.call("POST", "/visitees", {
        raw: sized(bytes, `{"company_id":"${location}","cn":"Ann"`, "}"),
        headers: JSON_TYPE,
      });
    assert.equal((await post(MIB)).status, 200);
    const { status, body } = await post(MIB + 1);
    assert.equal(status, 413);
    assert.equal(typeof body.message, "string");
  });

  it("413: above 8 MiB for a body with a photo", async () => {
    const post = (bytes: number): Promise<Answer> => send(sized(bytes, `{"company_id":"${location}"`, "}"));
    assert.equal((await post(8 * MIB)).status, 200);
    assert.equal((await post(8 * MIB + 1)).status, 413);
  });

  it("413: above 16 MiB on the bulk host upload", async () => {
    const post = (bytes: number): Promise<Answer> =>
      world.call("POST", `/companies/${location}/visitees/bulk`, { raw: sized(bytes, "[", "]"), headers: JSON_TYPE });
    assert.equal((await post(16 * MIB)).status, 200);
    assert.equal((await post(16 * MIB + 1)).status, 413);
  });

  it("200: 2 MiB of photo, padded or not, as data: URL too, read back as sent; 400: a byte more", async () => {
    const bytes = 2 * MIB;
    const photo = Buffer.alloc(bytes, 7).toString("base64");
    for (const sent of [photo, photo.replace(/=+$/, ""), `data:image/png;base64,${photo}`]) {
      const { status, body } = await start(`"photo":"${sent}"`);
      assert.equal(status, 200);
      assert.equal((await world.get(`/visitors/${body._id}`)).body.photo, sent);
    }
    const { status, body } = await start(`"signature":"${Buffer.alloc(bytes + 1, 7).toString("base64")}"`);
    assert.equal(status, 400);
    assert.match(body.message, /"signature"/);
  });

  it("200: any data: URL; 400: what no Base64 is", async () => {
    for (const sent of ["data:,hello", "data:text/plain,hello%20x", "aGVsbG8", "aGVsbG8="])
      assert.equal((await start(`"photo":"${sent}"`)).status, 200, sent);
    for (const sent of ["a", "aGVsbG8==", "a=b=", "nö", "data:image/png;base64,a"])
      assert.equal((await start(`"photo":"${sent}"`)).status, 400, sent);
  });
});

describe("ids and paths (rules 1 and 2)", () => {
  it("200: ids are accepted in either letter case and answered in lower case", async () => {
    const upper = location.toUpperCase();
    const { body } = await send(JSON.stringify({ company_id: upper }));
    assert.equal(body.company_id, location);
    assert.equal((await world.get(`/visitors/${body._id.toUpperCase()}`)).body._id, body._id);
    assert.equal((await world.get(`/companies/${upper}`)).body._id, location);
    const list = await world.get(`/visitors/bycompany/${upper}?count=1&page=1`);
    assert.equal(list.body.visitors[0].company_id, location);
  });

  it("200: a reference in upper case is stored in lower case", async () => {
    const { body: type } = await world.post(`/companies/${location}/visittypes`, { name: "Visitor" });
    const { body } = await send(JSON.stringify({ company_id: location, visit_type: type._id.toUpperCase() }));
    assert.equal(body.visit_type, type._id);
  });

  it("200: a trailing slash makes no difference", async () => {
    assert.equal((await world.get("/companiesList/")).status, 200);
    assert.equal((await world.get(`/companies/${location}/`)).body._id, location);
  });

  it("404: paths that can't be decoded or are too long are answered in JSON too", async () => {
    for (const path of ["%", "%E0%A4%A", "visitors/%ff", `visitors/${"a".repeat(5000)}`, "a/".repeat(500)]) {
      const { statusCode, headers, body } = await world.app.inject({ url: `/api/${path}`, headers: world.admin });
      assert.ok([400, 404, 414].includes(statusCode), `${path.slice(0, 40)}: ${statusCode}`);
      assert.match(String(headers["content-type"]), /^application\/json/);
      assert.equal(typeof JSON.parse(body).message, "string");
    }
  });

  it("404: a wrong method", async () => {
    for (const method of ["PATCH", "OPTIONS", "HEAD"])
      assert.equal(
        (await world.app.inject({ method: method as "PATCH", url: "/api/visitors", headers: world.admin })).statusCode,
        404,
      );
    assert.equal((await world.call("PUT", "/companiesList", { body: {} })).status, 404);
  });
});
