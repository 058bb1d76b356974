import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { setupToken } from "../../server/areas/setup/link.ts";
import { urlOf } from "../cli/foyer.ts";
import {
  backUp,
  cleanUpPlaces,
  connectionTo,
  inDatabase,
  newFolder,
  newMigrated,
} from "../server/jobs/backup/places.ts";
import { until } from "../support/run/process.ts";
import { OWNER } from "../support/database/server.ts";
import { ADMIN, type Body, basic, buildLocation, buildVisit, makeWorld, type World } from "../support/world.ts";

let old: World;
let world: World;
let folder: string;
let name: string;
let token: string;

before(async () => {
  folder = await newFolder();
  old = await makeWorld({ asOwner: true });
  await buildVisit(old, await buildLocation(old, { name: "From the backup" }), { last_name: "Kept" });
  name = "daily-20260101T020000Z.foyer";
  await backUp(old, folder, name);
  await writeFile(join(folder, "cut.foyer"), "nothing");
  const database = await newMigrated();
  world = await makeWorld({
    database,
    asOwner: true,
    env: { DATABASE_URL: await urlOf(database, OWNER), BACKUP_DIR: folder },
  });
  await inDatabase(await connectionTo(database), (client) => client.query("delete from users"));
  token = setupToken(world.context.secretKey, world.context.now());
});

after(async () => {
  await cleanUpPlaces();
  await world.close();
  await old.close();
});

const send = async (path: string, body: object): Promise<{ status: number; body: Body }> => {
  const payload = JSON.stringify(body);
  const answer = await world.app.inject({
    method: "POST",
    url: path,
    payload,
    headers: { "content-type": "application/json" },
  });
  return { status: answer.statusCode, body: answer.json() };
};

describe("backups on the first-run page", () => {
  it("403: without the link's token nothing is listed, restored or told", async () => {
    for (const path of ["/setup/backups", "/setup/restore", "/setup/restore/progress"])
      for (const wrong of [{}, { token: "x" }, { token: `${token}x` }, { token: 7 }]) {
        const { status, body } = await send(path, { ...wrong, name, confirm: true });
        assert.deepEqual([status, Object.keys(body)], [403, ["message"]], path);
      }
  });

  it("200: who holds it sees what each holds, and why one can't be used; never where they are", async () => {
    const { status, body } = await send("/setup/backups", { token });
    assert.equal(status, 200);
    assert.deepEqual(
      body.backups.map((one: Body) => [one.name, one.visits, one.locations, one.problem === undefined]),
      [
        ["cut.foyer", undefined, undefined, false],
        [name, 1, 1, true],
      ],
    );
    assert.ok(!JSON.stringify(body).includes(folder));
  });

  it("400: a name that leads elsewhere, one that is cut, one not confirmed, no JSON", async () => {
    const outside = join(folder, "..", "outside");
    await mkdir(outside, { recursive: true });
    for (const wrong of ["../outside/x.foyer", "cut.foyer", "missing.foyer", "", folder]) {
      const { status, body } = await send("/setup/restore", { token, name: wrong, confirm: true });
      assert.equal(status, 400);
      assert.match(body.message, /"name" must be/);
    }
    assert.match((await send("/setup/restore", { token, name })).body.message, /"confirm" must be true/);
    const broken = await world.app.inject({
      method: "POST",
      url: "/setup/restore",
      payload: "{",
      headers: { "content-type": "application/json" },
    });
    assert.equal(broken.statusCode, 400);
    assert.equal((await send("/setup/restore/progress", { token })).body.state, "idle");
  });

  it("200: it is restored once confirmed, and says how far it is; the service goes on with what was restored", async () => {
    const begun = await send("/setup/restore", { token, name, confirm: true });
    assert.deepEqual([begun.status, begun.body.state], [200, "running"]);
    const second = await send("/setup/administrator", { token, email: "x@example.org", password: "p".repeat(12) });
    assert.deepEqual([second.status, second.body.code], [400, "restore_running"]);
    const state = await until("the restore", async () => {
      const { body } = await send("/setup/restore/progress", { token });
      return body.state === "running" ? undefined : body;
    });
    assert.deepEqual([state.state, state.percent], ["done", 100]);
    const as = basic(ADMIN.email, ADMIN.password);
    const { body } = await world.get("/companiesList", { as });
    assert.deepEqual(
      body.map((one: Body) => one.name),
      ["From the backup"],
    );
    assert.equal((await world.get(`/visitors/signed_current/${body[0]._id}`, { as })).body[0].last_name, "Kept");
    await buildVisit(world, body[0]._id, { last_name: "Afterwards" });
  });

  it("403: once there is a user the link lists and restores no more", async () => {
    assert.equal((await send("/setup/backups", { token })).status, 403);
    assert.equal((await send("/setup/restore", { token, name, confirm: true })).status, 403);
    assert.equal((await send("/setup/restore/progress", { token })).status, 200);
  });
});
