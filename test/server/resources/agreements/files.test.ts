import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, it } from "node:test";

import { type Body, buildKey, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { pdfWith } from "./pictures.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { default_language: "fr" });
});
after(() => world.close());

const path = (id = ""): string => `/companies/${location}/agreements${id && `/${id}`}`;
const base64 = (text: string): string => pdfWith(text).toString("base64");
const build = async (body: Record<string, unknown>): Promise<Body> => {
  const answer = await world.post(path(), { name: "Contract", type: "pdf", ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const file = async (id: string, language = ""): Promise<string> => {
  const url = `/api${path(id)}/pdf?language_id=${language}`;
  return (await world.app.inject({ url, headers: world.admin })).rawPayload.toString("latin1");
};

describe("GET /companies/{company_id}/agreements/{agreement_id}/pdf (rules 4, 5)", () => {
  it("200: an uploaded document comes back byte by byte, as an attachment (interface 2.3)", async () => {
    const { _id, pdf_files } = await build({ pdf: base64("one") });
    assert.deepEqual(Object.keys(pdf_files), ["en"]);
    assert.equal(pdf_files.en.bytes, pdfWith("one").length);
    const { status, headers } = await world.get(`${path(_id)}/pdf`);
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "application/pdf");
    assert.match(String(headers["content-disposition"]), /^attachment; filename="[\w.-]+\.pdf"$/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(await file(_id), pdfWith("one").toString("latin1"));
  });

  it("200: by language: the one asked for, else English, else the location's, else the first (interface 1)", async () => {
    const url = `data:application/pdf;base64,${base64("nl")}`;
    const { _id } = await build({ translations: { pdf: { nl: url, fr: base64("fr") } } });
    assert.match(await file(_id, "nl-BE"), /% nl\n/);
    assert.match(await file(_id, "de"), /% fr\n/);
    const merged = (await world.put(path(_id), { pdf: base64("en"), translations: { pdf: { fr: null } } })).body;
    assert.deepEqual(Object.keys(merged.pdf_files).toSorted(), ["en", "nl"]);
    assert.match(await file(_id, "fr"), /% en\n/);
  });

  it("200: the same document again is not a new version; another one is, and none at all too (interface 2.3)", async () => {
    const { _id } = await build({ pdf: base64("a") });
    const version = async (body: unknown): Promise<number> => (await world.put(path(_id), body)).body.version;
    assert.equal(await version({ pdf: base64("a") }), 1);
    assert.equal(await version({ pdf: base64("b") }), 2);
    assert.equal(await version({ pdf: null }), 3);
    assert.equal((await world.get(`${path(_id)}/pdf`)).status, 404);
  });

  it("404: without a document, unknown, or another location's", async () => {
    const { _id } = await build({});
    const other = await buildLocation(world);
    const elsewhere = await world.post(`/companies/${other}/agreements`, { name: "x", pdf: base64("x") });
    for (const id of [_id, "f".repeat(24), elsewhere.body._id])
      assert.equal((await world.get(`${path(id)}/pdf`)).status, 404);
    const as = await buildKey(world, [location]);
    assert.equal((await world.get(`/companies/${other}/agreements/${elsewhere.body._id}/pdf`, { as })).status, 403);
  });
});

describe("POST /companies/{company_id}/agreements with a document (rules 2)", () => {
  it("200: 10 MiB; 400 one byte above", async () => {
    const filled = (bytes: number): string => {
      const [head, tail] = [pdfWith("").subarray(0, 9), pdfWith("").subarray(9)];
      return Buffer.concat([head, randomBytes(bytes - head.length - tail.length), tail]).toString("base64");
    };
    const { pdf_files } = await build({ pdf: filled(10 * 1024 * 1024) });
    assert.equal(pdf_files.en.bytes, 10 * 1024 * 1024);
    const { status, body } = await world.post(path(), { name: "x", pdf: filled(10 * 1024 * 1024 + 1) });
    assert.deepEqual([status, body.message], [400, '"pdf" must be a PDF of at most 10 MiB.']);
  });

  it("400: an incomplete PDF, named by its field", async () => {
    const cut = pdfWith("x").subarray(0, -20).toString("base64");
    const bad: [string, Record<string, unknown>][] = [
      ["pdf", { pdf: "hello" }],
      ["pdf", { pdf: cut }],
      ["pdf", { pdf: 7 }],
      ["pdf", { pdf: Buffer.from("<html>%%EOF startxref").toString("base64") }],
      ["translations.pdf.nl", { translations: { pdf: { nl: "data:text/html;base64,PGI+" } } }],
    ];
    for (const [field, body] of bad) {
      const { status, body: answer } = await world.post(path(), { name: "x", ...body });
      assert.deepEqual([status, answer.message?.includes(`"${field}"`)], [400, true], JSON.stringify([body, answer]));
    }
  });

  it("no document of a refused call is kept", async () => {
    const count = async (): Promise<number> =>
      (await world.db.pool.query("select count(*) as n from agreement_files where company_id = $1", [location])).rows[0]
        .n;
    const before = await count();
    const body = { name: "x", pdf: base64("new"), visit_types: ["f".repeat(24)] };
    assert.equal((await world.post(path(), body)).status, 400);
    assert.equal(await count(), before);
  });
});
