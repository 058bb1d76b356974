import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SVG = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const photoOf = async (photo: string | undefined, headers: Record<string, string> = {}) => {
  const visit = await buildVisit(world, location, photo === undefined ? {} : { photo });
  const url = `/api/visitors/${visit._id}/photo`;
  return world.app.inject({ method: "GET", url, headers: { ...world.admin, ...headers } });
};

describe("GET /visitors/{visitorId}/photo (interface 2.1)", () => {
  it("200: the bytes with the type that they show, whatever the data URL calls them (interface 2.1)", async () => {
    for (const photo of [PNG, `data:image/jpeg;base64,${PNG}`]) {
      const answer = await photoOf(photo);
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers["content-type"], "image/png");
      assert.deepEqual(answer.rawPayload, Buffer.from(PNG, "base64"));
    }
  });

  it("200: JPEG, GIF, WebP and SVG are told apart", async () => {
    const starts = { jpeg: "\xff\xd8\xff\xe0", gif: "GIF89a", webp: "RIFF\0\0\0\0WEBP", "svg+xml": SVG };
    for (const [type, start] of Object.entries(starts)) {
      const answer = await photoOf(Buffer.from(`${start} and more`, "latin1").toString("base64"));
      assert.equal(answer.headers["content-type"], `image/${type}`);
    }
  });

  it("200: an SVG, which may hold a script, comes with a policy that lets it do nothing", async () => {
    const answer = await photoOf(`data:image/svg+xml,${encodeURIComponent(SVG)}`);
    assert.equal(answer.body, SVG);
    assert.match(String(answer.headers["content-security-policy"]), /default-src 'none';.*sandbox/);
    assert.equal(answer.headers["x-content-type-options"], "nosniff");
  });

  it("304: a browser that has it is told so, and only its own cache may keep it", async () => {
    const visit = await buildVisit(world, location, { photo: PNG });
    const url = `/api/visitors/${visit._id}/photo`;
    const first = await world.app.inject({ method: "GET", url, headers: world.admin });
    const etag = String(first.headers["etag"]);
    const again = await world.app.inject({ method: "GET", url, headers: { ...world.admin, "if-none-match": etag } });
    assert.deepEqual([again.statusCode, again.body], [304, ""]);
    assert.match(String(first.headers["cache-control"]), /^private, /);
    assert.match(String(first.headers["vary"]), /cookie, authorization/);
    await world.put(`/visitors/${visit._id}`, { photo: `data:image/svg+xml,${SVG}` });
    const other = await world.app.inject({ method: "GET", url, headers: { ...world.admin, "if-none-match": etag } });
    assert.equal(other.statusCode, 200);
  });

  it("404: without a photo, with one that no browser draws, of no visit, and once it was erased", async () => {
    const erased = await buildVisit(world, location, { photo: PNG });
    await world.remove(`/visitors/${erased._id}`);
    for (const photo of [undefined, Buffer.from("hello").toString("base64"), "data:text/html,<p>hi"])
      assert.equal((await photoOf(photo)).statusCode, 404);
    for (const id of [erased._id, newId(location)])
      assert.equal((await world.get(`/visitors/${id}/photo`)).status, 404);
  });
});

describe("GET /companies/{company_id}/visitors/photos", () => {
  it("200: those that have one; other ids of any kind are left out", async () => {
    const [having, lacking] = [
      await buildVisit(world, location, { photo: PNG }),
      await buildVisit(world, location, { signature: PNG }),
    ];
    const other = await buildVisit(world, await buildLocation(world), { photo: PNG });
    const ids = [having._id.toUpperCase(), lacking._id, other._id, newId(location)].join(",");
    const answer = await world.get(`/companies/${location}/visitors/photos?ids=${ids}`);
    assert.deepEqual(answer.body, { ids: [having._id] });
    assert.deepEqual((await world.get(`/companies/${location}/visitors/photos`)).body, { ids: [] });
  });

  it("400: more than 500, or what is not an id, and the message says so", async () => {
    const many = Array.from({ length: 501 }, () => newId(location)).join(",");
    for (const ids of [many, "x", `${newId(location)},x`]) {
      const answer = await world.get(`/companies/${location}/visitors/photos?ids=${ids}`);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, /"ids" must be a comma-separated list of at most 500/);
    }
  });
});
