import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { runImports } from "../../../../server/resources/imports/run.ts";
import { unpackedText, zipEntries } from "../../../../shared/unzip.ts";
import { buildAgreement, buildSite, PICTURE, type Site } from "../../../support/door.ts";
import { type Body, buildLocation, buildUser, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const archiveOf = async (location: string): Promise<Buffer> => {
  const { statusCode, headers, rawPayload } = await world.app.inject({
    url: `/api/companies/${location}/archive`,
    headers: world.admin,
  });
  assert.equal(statusCode, 200);
  assert.equal(headers["content-type"], "application/zip");
  return rawPayload;
};

const filesOf = async (archive: Buffer): Promise<Map<string, string>> => {
  const files = new Map<string, string>();
  for (const [path, entry] of zipEntries(Uint8Array.from(archive)))
    files.set(path, (await Array.fromAsync(unpackedText(entry, 1e8))).join(""));
  return files;
};

const bring = async (raw: Buffer, target: string, location: string): Promise<Body> => {
  const path = `/companies/${location}/imports`;
  const sent = await world.call("POST", `${path}?target=${target}`, {
    raw,
    headers: { "content-type": "application/zip" },
  });
  assert.equal(sent.status, 200, sent.text);
  await world.post(`${path}/${sent.body._id}/run`);
  await runImports(world.context, new AbortController().signal);
  return (await world.get(`${path}/${sent.body._id}`)).body;
};

const made = async (path: string, body: Body): Promise<Body> => {
  const answer = await world.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

/** A location with odd names, keys of its own, open and ended visits, and registered visitors of every span. */
const fill = async (): Promise<Site> => {
  const site = await buildSite(world);
  const { location: company_id, type, door } = site;
  const guest = { company_id, visit_type: type._id, entrypoint_id: door, notify_host: false };
  const odd = [`=1+1`, `'=1+1`, `O'Hara, "Jo"`, "Zoë\nÅ", "-5", "+32 2 555 01 00"];
  for (const last_name of odd)
    await buildVisit(world, company_id, {
      ...guest,
      last_name,
      company: "Bäcker; & Co",
      address: "Main street 1",
      zip_code: "01000",
      city: "Gent",
      language_id: "nl",
      badge: 17,
      doors: ["A", { b: null }],
    });
  const { _id } = await buildVisit(world, company_id, { ...guest, company: "Left", recipient: "Ann Peeters" });
  await world.post(`/visitors/${_id}/signout`);
  await made("/visitees", { company_id, cn: "=Bo Chen", sticky: true, desk: 4 });
  const spans = [
    undefined,
    { startDate: "2027-05-06T08:00:00.000Z" },
    { endDate: "2027-05-06T08:00:00.000Z" },
    { startDate: "2027-05-06T08:00:00.000Z", endDate: "2027-05-08T08:00:00.000Z" },
  ];
  for (const [n, visiting_on] of spans.entries())
    await made("/knownvisitors", {
      company_id,
      last_name: `Registered ${n}`,
      email: `r${n}@example.org`,
      ...(visiting_on === undefined ? {} : { visiting_on }),
      visit_type: type._id,
      entrypoint_id: door,
      persistent: n === 1,
      plate: `1-ABC-00${n}`,
    });
  return site;
};

const OWN = new Set(
  "_id company_id create_date mod_date user_id signed_in_user signed_out_user safe visit_type entrypoint_id status".split(
    " ",
  ),
);

/** Records without IDs and what the import itself writes, visit types and entrances by name; in an order of their own. */
const plain = async (location: string, path: string): Promise<string[]> => {
  const { body } = await world.get(path);
  const names = new Map<string, string>();
  for (const kind of ["visittypes", "entrypoints"])
    for (const { _id, name } of (await world.get(`/companies/${location}/${kind}`)).body as Body[])
      names.set(_id, name);
  const records = (Array.isArray(body) ? body : (body["visitors"] ?? body)) as Body[];
  return records
    .map((record) => {
      const { visit_type, entrypoint_id } = record;
      const kept = Object.entries(record).filter(([key]) => !OWN.has(key));
      return JSON.stringify([
        kept.toSorted(([a], [b]) => (a < b ? -1 : 1)),
        names.get(visit_type),
        names.get(entrypoint_id),
      ]);
    })
    .toSorted();
};

describe("GET /companies/{company_id}/archive (docs/archive.md)", () => {
  it("200: what is brought into an empty location is what was in the archive", async () => {
    const { location } = await fill();
    await made(`/companies/${location}/visitees/bulk`, [{ cn: "Uploaded and never read" }]);
    const archive = await archiveOf(location);
    const empty = await buildLocation(world);
    const lists = {
      hosts: "/visitees/bycompany/{}",
      known_visitors: "/knownvisitors/bycompany/{}?count=100&page=1",
      visits: "/visitors/bycompany/{}?count=100&page=1",
    };
    for (const [target, path] of Object.entries(lists)) {
      const { result, preset } = await bring(archive, target, empty);
      const [before, later] = [
        await plain(location, path.replace("{}", location)),
        await plain(empty, path.replace("{}", empty)),
      ];
      assert.deepEqual([result["created"], result["rejected"]], [before.length, 0], target);
      assert.equal(preset, `foyer-${target.replace("_", "-")}`);
      assert.deepEqual(later, before, target);
      assert.equal((await bring(archive, target, empty))["result"]["created"], 0, target);
    }
    const counts = async (of: string) =>
      JSON.parse((await filesOf(await archiveOf(of))).get("archive.json") ?? "").counts;
    const [first, second] = [await counts(location), await counts(empty)];
    for (const kind of ["hosts", "known_visitors", "visits", "visit_types", "entry_points"])
      assert.equal(second[kind], first[kind], kind);
  });

  it("200: agreements with their PDFs, pictures, the audit log and settings are in it, and no secret", async () => {
    const site = await buildSite(world);
    const agreement = await buildAgreement(world, site);
    await buildVisit(world, site.location, { agreements: [agreement._id], signature: PICTURE, photo: PICTURE });
    await made(`/companies/${site.location}/webhooks`, {
      url: "https://hooks.example.org/",
      auth_username: "reader",
      auth_password: "canary-password",
    });
    const files = await filesOf(await archiveOf(site.location));
    const names = [...files.keys()];
    for (const name of [
      "location",
      "visit_types",
      "entry_points",
      "agreements",
      "agreement_versions",
      "audit",
      "series",
      "groups",
    ])
      assert.ok(Array.isArray(JSON.parse(files.get(`${name}.json`) ?? "")), name);
    assert.equal(JSON.parse(files.get("location.json") ?? "")[0].settings.hosts_must_be_valid, true);
    assert.equal(names.filter((name) => /^signed\/\w{24}-\w{24}\.pdf$/.test(name)).length, 1);
    assert.equal(names.filter((name) => /^photos\/\w{24}\.png$/.test(name)).length, 1);
    assert.ok((JSON.parse(files.get("audit.json") ?? "") as Body[]).some(({ act }) => act === "visit.start"));
    const text = [...files.values()].join("\n");
    assert.doesNotMatch(text, /canary-password|whsec_|argon2/);
  });

  it("403 for all but administrators of the location", async () => {
    const location = await buildLocation(world);
    const path = `/companies/${location}/archive`;
    assert.equal((await world.get(path, { as: await buildUser(world, "receptionist", [location]) })).status, 403);
    assert.equal((await world.get(path, { as: await buildUser(world, "local_admin", [location]) })).status, 200);
  });
});
