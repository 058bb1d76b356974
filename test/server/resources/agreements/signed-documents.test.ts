import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { readSeal } from "../../../../server/resources/agreements/seal.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
  makeWorld,
  type World,
} from "../../../support/world.ts";
import { pdfWith, png } from "./pictures.ts";
import { readPdf } from "./read-pdf.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { name: "Zuidpoort", city: "Gent", timezone: "Asia/Kolkata" });
});
after(() => world.close());

const agreement = async (body: Record<string, unknown> = {}): Promise<string> => {
  const answer = await world.post(`/companies/${location}/agreements`, { name: "Rules", ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body._id;
};
const path = (visit: Body, id: string): string => `/visitors/${visit._id}/agreements/${id}/pdf`;
const pdf = async (visit: Body, id: string): Promise<Buffer> => {
  const answer = await world.app.inject({ url: `/api${path(visit, id)}`, headers: world.admin });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.rawPayload;
};
const textOf = async (visit: Body, id: string): Promise<string> => readPdf(await pdf(visit, id)).text;

describe("GET /visitors/{visitorId}/agreements/{agreement_id}/pdf (interface 4.6a, rules 5)", () => {
  it("200: a PDF, sent as an attachment, of what was signed (interface 4.6a)", async () => {
    const id = await agreement({
      agreement_text: { en: "Be kind", nl: "Wees lief" },
      translations: { name: { nl: "Regels" } },
    });
    const signature = png().toString("base64");
    const details = {
      language_id: "nl",
      signature,
      company: "Acme",
      recipient: "Ann",
      signed_in: "2026-03-02T09:00:00Z",
    };
    const visit = await buildVisit(world, location, { ...details, agreements: [id] });
    const { status, headers } = await world.get(path(visit, id));
    assert.deepEqual([status, headers["content-type"]], [200, "application/pdf"]);
    assert.match(String(headers["content-disposition"]), /^attachment; filename="signed-agreement-[\w.-]+\.pdf"$/);
    const read = readPdf(await pdf(visit, id));
    for (const text of ["Zuidpoort", "Gent", "Jo Janssens", "Acme", "Ann", "Regels", "Versie 1", "Wees lief"])
      assert.ok(read.text.includes(text), text);
    assert.ok(read.text.includes("2 maart 2026 om 14:30:00 (Asia/Kolkata, UTC+05:30)"));
    assert.ok(read.images > 0);
  });

  it("200: the version that was signed, whatever became of agreement, visitor and location since (interface 2.3)", async () => {
    const id = await agreement({
      agreement_text: { en: "First words" },
      pdf: pdfWith("first").toString("base64"),
      type: "pdf",
    });
    const visit = await buildVisit(world, location, { agreements: [id] });
    const change = { name: "New", agreement_text: { en: "Other" }, pdf: pdfWith("second").toString("base64") };
    await world.put(`/companies/${location}/agreements/${id}`, change);
    await world.put(`/visitors/${visit._id}`, { last_name: "Changed" });
    await world.remove(`/companies/${location}/agreements/${id}`);
    const read = readPdf(await pdf(visit, id));
    for (const text of ["First words", "Rules", "Version 1", "Jo Janssens"]) assert.ok(read.text.includes(text), text);
    assert.deepEqual(read.files["agreement.pdf"], pdfWith("first"));
    assert.ok(!read.text.includes("Other") && !read.text.includes("Changed"));
  });

  it("200: the same bytes each time, also when first asked for at once and after changes", async () => {
    const id = await agreement({ agreement_text: { en: "Be kind" } });
    const visit = await buildVisit(world, location, { agreements: [id] });
    const [first, ...others] = await Promise.all([1, 2, 3, 4].map(() => pdf(visit, id)));
    await world.put(`/companies/${location}`, { name: "Renamed", timezone: "UTC" });
    await world.put(`/visitors/${visit._id}`, { signature: png().toString("base64") });
    for (const again of [...others, await pdf(visit, id)]) assert.ok(first?.equals(again));
    await world.put(`/companies/${location}`, { name: "Zuidpoort", timezone: "Asia/Kolkata" });
  });

  it("200: a signature that is stored after the agreements is drawn too", async () => {
    const id = await agreement();
    const visit = await buildVisit(world, location, { agreements: [id] });
    await world.put(`/visitors/${visit._id}`, { signature: png().toString("base64") });
    assert.ok(readPdf(await pdf(visit, id)).images > 0);
  });

  it("200: for who may read visits (rules 4); 403 for a key of another location and without a credential", async () => {
    const id = await agreement();
    const visit = await buildVisit(world, location, { agreements: [id] });
    for (const role of ["receptionist", "security_guard", "employee"] as const)
      assert.equal((await world.get(path(visit, id), { as: await buildUser(world, role, [location]) })).status, 200);
    assert.equal((await world.get(path(visit, id), { as: null })).status, 403);
  });

  it("404: not signed during that visit, taken back, erased, unknown, another location's: all alike", async () => {
    const [id, other] = [await agreement(), await agreement()];
    const visit = await buildVisit(world, location, { agreements: [id] });
    const erased = await buildVisit(world, location, { agreements: [id] });
    await pdf(erased, id);
    await world.remove(`/visitors/${erased._id}`);
    const taken = await buildVisit(world, location, { agreements: [id, other] });
    await pdf(taken, other);
    await world.put(`/visitors/${taken._id}`, { agreements: [id] });
    const as = await buildKey(world, [await buildLocation(world)]);
    const answers = [
      await world.get(path(visit, other)),
      await world.get(path(erased, id)),
      await world.get(path(taken, other)),
      await world.get(path({ _id: newId(location) }, id)),
      await world.get(path(visit, id), { as }),
    ];
    for (const { status, text } of answers) assert.deepEqual([status, text], [404, answers[0]?.text]);
    assert.equal((await world.get(path(visit, "x"))).status, 400);
    assert.equal((await world.get(path({ _id: "x" }, id))).status, 400);
  });

  it("no document stays behind when the visit is erased while it is made", async () => {
    const id = await agreement();
    for (let n = 0; n < 3; n += 1) {
      const visit = await buildVisit(world, location, { agreements: [id] });
      const [read] = await Promise.all([world.get(path(visit, id)), world.remove(`/visitors/${visit._id}`)]);
      assert.ok(read.status === 200 || read.status === 404, read.text);
      const { rows } = await world.db.pool.query("select 1 from signed_agreements where visit_id = $1", [visit._id]);
      assert.equal(rows.length, 0);
    }
  });

  it("200: of an agreement without text, under a name of a megabyte", async () => {
    const id = await agreement({ name: "N".repeat(1_000_000) });
    const visit = await buildVisit(world, location, { agreements: [id], first_name: "x".repeat(500) });
    assert.ok((await textOf(visit, id)).includes("This version had no text."));
  });
});

describe("the seal of a signed document (interface 4.6a)", () => {
  it("is found on what was answered; a single flipped, added or missing byte breaks it, and another key", async () => {
    const id = await agreement({ agreement_text: { en: "Be kind" } });
    const visit = await buildVisit(world, location, { agreements: [id], signed_in: "2026-03-02T09:00:00Z" });
    const file = await pdf(visit, id);
    const key = world.context.secretKey;
    const signed = "2026-03-02T09:00:00.000Z";
    assert.deepEqual(readSeal(key, file), { visit: visit._id, agreement: id, version: 1, signed });
    for (let at = 0; at < file.length; at += at < file.length - 400 ? 211 : 1) {
      const altered = Buffer.from(file);
      altered[at] = (altered[at] ?? 0) ^ 1;
      assert.equal(readSeal(key, altered), undefined, `byte ${at}`);
    }
    for (const other of [
      Buffer.concat([file, Buffer.from("\n")]),
      file.subarray(1),
      file.subarray(0, -1),
      Buffer.alloc(0),
    ])
      assert.equal(readSeal(key, other), undefined);
    assert.equal(readSeal(`${key}x`, file), undefined);
  });

  it("stays within what readers look for the end of a PDF in", async () => {
    const id = await agreement();
    const file = await pdf(await buildVisit(world, location, { agreements: [id] }), id);
    assert.ok(file.subarray(-1024).includes("%%EOF"));
    assert.ok(file.subarray(0, 8).equals(Buffer.from("%PDF-1.7")));
  });
});
