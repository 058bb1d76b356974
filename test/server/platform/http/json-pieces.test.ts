import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { brotliDecompressSync } from "node:zlib";

import fastify from "fastify";

import { RawJson, StreamResponse } from "../../../../server/platform/http/request-context.ts";
import { jsonInPieces, listJson } from "../../../../server/platform/http/output/json-pieces.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

const textOf = async (answer: StreamResponse): Promise<string> => {
  const app = fastify();
  app.get("/", (request, reply) => answer.begin(request, reply));
  const { body } = await app.inject("/");
  await app.close();
  return body;
};

describe("a list that is written piece by piece", () => {
  it("is the same text as in one", async () => {
    assert.equal(await textOf(jsonInPieces("[", [], "]")), "[]");
    assert.equal(await textOf(jsonInPieces("[", ["1,2"], "]")), "[1,2]");
    assert.equal(await textOf(jsonInPieces('{"a":[', ["1,2", "3", "4,5"], "]}")), '{"a":[1,2,3,4,5]}');
  });

  it("lets others have a turn after each piece", async () => {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns += 1;
      next = setImmediate(turn);
    });
    const seen: number[] = [];
    const pieces = function* () {
      for (const piece of ["1", "2", "3", "4"]) {
        seen.push(turns);
        yield piece;
      }
    };
    assert.equal(await textOf(jsonInPieces("[", pieces(), "]")), "[1,2,3,4]");
    clearImmediate(next);
    assert.equal(new Set(seen).size, 4, `turns of others before each piece: ${seen.join(", ")}`);
  });

  it("is sent at once where it is short", () => {
    const short = listJson("[", { docs: ["1", "2"], bytes: 3 }, "]");
    assert.ok(short instanceof RawJson);
    assert.equal(short.text, "[1,2]");
    assert.ok(listJson("[", { docs: ["1", "2"], bytes: 1_000_000 }, "]") instanceof StreamResponse);
  });
});

describe("GET /visitors/bycompany/{company_id} over many pieces", () => {
  const VISITS = 60;
  /** From shorter than a piece to longer, so that pieces end within records, at their ends, and hold one alone. */
  const lengthOf = (n: number): number => (n % 7) * 9_000 + 10;
  let world: World;
  let location: string;

  before(async () => {
    world = await makeWorld();
    location = await buildLocation(world);
    for (let n = 0; n < VISITS; n += 1) {
      const signed_in = new Date(Date.now() - (VISITS - n) * 60_000).toISOString();
      await buildVisit(world, location, { n, signed_in, pad: "é".repeat(Math.ceil(lengthOf(n) / 2)) });
    }
  });
  after(() => world.close());

  const numbersOf = (text: string): number[] =>
    (JSON.parse(text) as { visitors: { n: number }[] }).visitors.map(({ n }) => n);

  const read = (query: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
    world.app.inject({
      method,
      url: `/api/visitors/bycompany/${location}?${query}`,
      headers: { ...world.admin, ...headers },
    });

  it("200: every record once and in the order asked for, whichever way the page is found", async () => {
    const oldestFirst = Array.from({ length: VISITS }, (_, n) => n);
    for (const narrowed of ["", "&filter[last_name]=jan", "&filter[pad]=%C3%A9", "&search=jan&total_at_most=60"]) {
      const small: number[] = [];
      for (let page = 1; page <= VISITS / 4; page += 1)
        small.push(...numbersOf((await read(`count=4&page=${page}&sorting[signed_in]=asc${narrowed}`)).body));
      const large = await read(`count=100&page=1&sorting[signed_in]=asc${narrowed}`);
      assert.equal(large.statusCode, 200);
      assert.equal(large.headers["content-type"], "application/json; charset=utf-8");
      assert.deepEqual([numbersOf(large.body), small], [oldestFirst, oldestFirst], narrowed);
      assert.equal(JSON.parse(large.body).total, VISITS);
    }
    for (const narrowed of ["&sorting[company]=asc", "&search=jan&total_at_most=60"])
      assert.deepEqual(
        numbersOf((await read(`count=100&page=1${narrowed}`)).body).toSorted((a, b) => a - b),
        oldestFirst,
      );
  });

  it("200: packed, it is the same text; HEAD has none", async () => {
    const query = "count=100&page=1";
    const packed = await read(query, { "accept-encoding": "br" });
    assert.equal(packed.headers["content-encoding"], "br");
    assert.equal(brotliDecompressSync(packed.rawPayload).toString(), (await read(query)).body);
    const head = await read(query, {}, "HEAD");
    assert.deepEqual([head.statusCode, head.body], [200, ""]);
  });

  it("200: a page beyond the end is empty and has the total", async () => {
    for (const narrowed of ["", "&filter[last_name]=jan", "&sorting[last_name]=asc"])
      assert.deepEqual(JSON.parse((await read(`count=50&page=9${narrowed}`)).body), { total: VISITS, visitors: [] });
    const none = await read(`count=50&page=1&filter[last_name]=${newId()}`);
    assert.deepEqual(JSON.parse(none.body), { total: 0, visitors: [] });
  });
});
