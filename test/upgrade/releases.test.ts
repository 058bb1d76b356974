import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import { describeBackup } from "../../server/jobs/backup/manifest.ts";
import { newestMigration } from "../../server/platform/db/migrate.ts";
import { type Body, makeWorld, type World } from "../support/world.ts";
import {
  cleanUpPlaces,
  connectionTo,
  inDatabase,
  newDatabase,
  newFolder,
  restore,
} from "../server/jobs/backup/places.ts";

/** The key of the service that the dumps were made by (docs/releasing.md). */
const RELEASED_KEY = "released-secret-key-for-upgrades-00";
const HOUR_MS = 3_600_000;
const BYTES_MAX = 300_000;

const releases = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".foyer"));
const worlds: World[] = [];

after(async () => {
  for (const world of worlds) await world.close();
  await cleanUpPlaces();
});

/** A service on the database of a release, an hour after its backup. */
const upgraded = async (name: string): Promise<World> => {
  const path = join(import.meta.dirname, name);
  const helper = await makeWorld();
  worlds.push(helper);
  const database = await newDatabase();
  await restore(helper, path, { database, folder: await newFolder(), secretKey: RELEASED_KEY });
  const world = await makeWorld({ database });
  worlds.push(world);
  world.clock.now = Date.parse((await describeBackup(path, RELEASED_KEY)).manifest.time) + HOUR_MS;
  world.clock.frozen = true;
  return world;
};

const locationIn = async (world: World): Promise<string> => {
  const { body } = await world.get("/companiesList");
  return body.find(({ name }: Body) => name === "Upgrade")._id;
};

const log = async (world: World, location: string, query: string): Promise<Body> => {
  const { status, body } = await world.get(`/visitors/bycompany/${location}?count=50&page=1&${query}`);
  assert.equal(status, 200);
  return body;
};

for (const name of releases)
  describe(`a database of Foyer ${name.replace(".foyer", "")}`, () => {
    let world: World;
    let location: string;

    it("is restored and brought up to this version; its dump is small", async () => {
      world = await upgraded(name);
      location = await locationIn(world);
      const number = await inDatabase(
        await connectionTo(world.database),
        async (client) => (await client.query("select max(number) as n from migrations")).rows,
      );
      assert.equal(number[0].n, await newestMigration());
      assert.ok(statSync(join(import.meta.dirname, name)).size <= BYTES_MAX);
    });

    it("200: the log filters, sorts and pages (interface 4.2)", async () => {
      assert.equal((await log(world, location, "")).total, 3);
      const plate = await log(world, location, "filter[licenseplate]=abc-2");
      assert.deepEqual([plate.total, plate.visitors[0].last_name], [1, "Inside"]);
      const sorted = await log(world, location, "sorting[last_name]=desc");
      assert.deepEqual(
        sorted.visitors.map(({ last_name }: Body) => last_name),
        ["Out", "Known", "Inside"],
      );
      const range = "filter[signed_in][startDate]=2026-01-05&filter[signed_in][endDate]=2026-01-06";
      assert.deepEqual(
        [(await log(world, location, range)).total, (await log(world, location, "filter[last_name]=%25")).total],
        [1, 0],
      );
    });

    it("200: the inside lists, one visit in full, signing out (interface 4.2)", async () => {
      const { body: inside } = await world.get(`/visitors/signed_current/${location}`);
      assert.deepEqual(inside.map(({ last_name }: Body) => last_name).toSorted(), ["Inside", "Known"]);
      const visit = inside.find(({ last_name }: Body) => last_name === "Inside");
      const { body: full } = await world.get(`/visitors/${visit._id}`);
      assert.equal(full.note, "tab\tline\nback\\slash 😀");
      assert.ok(full.photo.startsWith("iVBOR"));
      assert.deepEqual([full.recipient_mail, full.approval], ["emile@example.org", "pending"]);
      assert.equal((await world.post(`/visitors/${visit._id}/approve`)).body.approval, "approved");
      const out = await world.post(`/visitors/${visit._id}/signout`);
      assert.equal(out.body.signed_out, new Date(world.clock.now).toISOString());
      assert.equal((await world.get(`/visitors/signed_current/paged/${location}?count=5&page=1`)).body.total, 1);
    });

    it("200: the counters keep the erased visit (interface 4.3)", async () => {
      const day = new Date(world.clock.now - HOUR_MS).toISOString();
      const { body } = await world.get(`/companies/${location}/statistics/${day}`);
      assert.equal(body.totalVisitorsIn, 3);
      assert.equal((await world.get(`/visitors/export/bycompany/${location}`)).status, 200);
    });

    it("200: registered visitors, hosts, agreements, visit types (interface 4.4 to 4.6)", async () => {
      const { body: known } = await world.get(`/knownvisitors/bycompany/${location}?count=5&page=1`);
      assert.deepEqual([known.total, known.visitors[0].badge["a.b"]], [1, [1, null, "\\N"]]);
      const { body: hosts } = await world.get(`/visitees/bycompany/${location}`);
      assert.deepEqual([hosts.length, hosts[0].cn, hosts[0].desk], [1, "Émile Ünal", "4.12"]);
      const { body: types } = await world.get(`/companies/${location}/visittypes?language_id=nl`);
      assert.deepEqual([types[0].name, types[0].screening, types[0].agreements.length], ["Aannemer", true, 1]);
      const { body: agreement } = await world.get(`/companies/${location}/agreements/${types[0].agreements[0]}`);
      assert.equal(agreement.agreement_text.en, "Be kind.");
      assert.equal((await world.post("/visitees", { company_id: location, cn: "Newcomer" })).status, 200);
    });

    it("200: webhook, users, keys and audit log (interface 4.7, 5)", async () => {
      assert.deepEqual((await world.get(`/companies/${location}/webhooks`)).body, {});
      const { body: users } = await world.get("/users");
      const filled = users.filter(({ email }: Body) => ["admin@example.org", "rita@example.org"].includes(email));
      assert.deepEqual(filled.map(({ role }: Body) => role).toSorted(), ["global_admin", "receptionist"]);
      const { body: keys } = await world.get("/apikeys");
      assert.ok(keys.some(({ name: called }: Body) => called === "Upgrade key"));
      const { body: audit } = await world.get(`/companies/${location}/audit`);
      assert.ok(audit.length > 10);
      const started = await world.post("/visitors", {
        company_id: location,
        visit_type: undefined,
        last_name: "Newest",
      });
      assert.equal(started.status, 200);
      assert.equal((await world.remove(`/visitors/${started.body._id}`)).status, 200);
    });
  });

it("there is a database of every release", () => assert.ok(releases.includes("0.1.0.foyer")));
