import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { newId, SERVICE_LOCATION } from "../../../../server/platform/lib/record/ids.ts";
import { makeScim } from "../../../support/scim.ts";
import { type Body, buildLocation, buildUser, makeWorld } from "../../../support/world.ts";

const world = await makeWorld({ env: { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "foyer@example.org" } });
const [location, other] = [await buildLocation(world), await buildLocation(world, { name: "Other" })];
after(() => world.close());

const connections = async (options: object = {}): Promise<Body[]> => (await world.get("/connections", options)).body;
const find = async (kind: string, id?: string, options: object = {}): Promise<Body> => {
  const found = (await connections(options)).find(
    (one) => one["kind"] === kind && (id === undefined || [one["_id"], one["company_id"]].includes(id)),
  );
  return found ?? {};
};

const message = (place: string, state: string, more: Record<string, unknown> = {}): Promise<unknown> => {
  const row = { company_id: place, _id: newId(place, Date.now()), kind: "mail", recipient: "ann@example.org", ...more };
  const all: Record<string, unknown> = { ...row, template: "notice", parameters: "{}", state, create_date: new Date() };
  const names = Object.keys(all);
  const places = names.map((_, n) => `$${n + 1}`);
  return world.db.pool.query(`insert into messages (${names.join()}) values (${places.join()})`, Object.values(all));
};

const ago = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

describe("GET /connections (docs/monitoring.md)", () => {
  it("200: nothing was sent yet, and SMS is off; nothing is tried by looking", async () => {
    assert.deepEqual(await connections(), [
      { kind: "mail", state: "unused" },
      { kind: "sms", state: "off" },
    ]);
  });

  it("200: email by the last message, with the next try of one that waits", async () => {
    await message(location, "sent", { sent_at: ago(30), mod_date: ago(30) });
    assert.equal((await find("mail")).state, "ok");
    const next = new Date(Date.now() + 60_000);
    const failed = { error: "The mail server is away.", mod_date: ago(20), attempts: 1 };
    await message(other, "queued", { ...failed, next_at: next });
    const { state, error, next_try, last_failure } = await find("mail");
    assert.deepEqual([state, error, next_try], ["failing", failed.error, next.toISOString()]);
    assert.equal(last_failure, failed.mod_date.toISOString());
    await message(SERVICE_LOCATION, "sent", { sent_at: ago(10), mod_date: ago(10) });
    assert.deepEqual([(await find("mail")).state, (await find("mail")).next_try], ["ok", undefined]);
  });

  it("200: a local administrator sees what belongs to their locations", async () => {
    const as = await buildUser(world, "local_admin", [other]);
    await world.post(`/companies/${location}/webhooks`, { url: "http://127.0.0.1:9/hook" });
    await world.post(`/companies/${other}/webhooks`, { url: "http://127.0.0.1:9/hook" });
    await world.post("/loginproviders", { name: "Entra ID" });
    await world.post("/directories", { kind: "scim", name: "Okta" });
    assert.deepEqual(
      (await connections({ as })).map(({ kind, company_id }) => [kind, company_id]),
      [
        ["mail", undefined],
        ["sms", undefined],
        ["webhook", other],
      ],
    );
    assert.equal((await find("mail", undefined, { as })).state, "failing");
    for (const role of ["receptionist", "security_guard", "employee"] as const)
      assert.equal((await world.get("/connections", { as: await buildUser(world, role, [other]) })).status, 403);
  });

  it("200: webhooks: unused, working, failing, turned off by Foyer, and off", async () => {
    const state = async (): Promise<string> => (await find("webhook", other)).state;
    const set = (values: string): Promise<unknown> =>
      world.db.pool.query(`update webhooks set ${values} where company_id = $1`, [other]);
    const deliver = (outcome: string, minutes: number, error: string | null): Promise<unknown> =>
      world.db.pool.query(
        `insert into deliveries (company_id, _id, kind, state, event, event_id, url, http_method, error, create_date, mod_date)
         values ($1, $2, 'event', $3, 'x', $2, 'http://x', 'POST', $4, $5, $5)`,
        [other, newId(other, Date.now()), outcome, error, ago(minutes)],
      );
    assert.equal(await state(), "unused");
    await deliver("delivered", 9, null);
    assert.equal(await state(), "ok");
    await deliver("failed", 8, "The endpoint responded with 500.");
    await set("failures = 1");
    assert.deepEqual(
      [await state(), (await find("webhook", other)).error],
      ["failing", "The endpoint responded with 500."],
    );
    await set("failures = 5, enabled = false");
    assert.equal(await state(), "failing");
    await set("failures = 0");
    assert.equal(await state(), "off");
  });

  it("200: a directory by its requests and syncs; who isn't there, or is there already, is no failure", async () => {
    const scim = await makeScim(world);
    const state = async (): Promise<string> => (await find("directory", scim.directory)).state;
    assert.equal(await state(), "unused");
    await scim.user("ann@example.org");
    await scim.call("GET", "/Users/nobody");
    await scim.user("ann@example.org").catch(() => undefined);
    assert.equal(await state(), "ok");
    await scim.call("POST", "/Users", { userName: "x" });
    assert.equal(await state(), "failing");
    assert.match((await find("directory", scim.directory)).error, /schemas/);
    await world.post(`/directories/${scim.directory}/sync`, { dry_run: false });
    assert.equal(await state(), "ok");
  });

  it("200: a login provider by its tests and logins; the doctor, the System page and /metrics know the same", async () => {
    const { body } = await world.post("/loginproviders", { name: "Meridian SSO", issuer: "http://127.0.0.1:1" });
    const read = () => find("login_provider", body._id);
    assert.deepEqual(await read(), { kind: "login_provider", _id: body._id, name: "Meridian SSO", state: "off" });
    await world.put(`/loginproviders/${body._id}`, { client_id: "a", client_secret: "b", active: true });
    assert.equal((await read()).state, "unused");
    await world.post(`/loginproviders/${body._id}/test`);
    const { state, error } = await read();
    assert.equal(state, "failing");
    const { checks } = (await world.get("/system")).body;
    const check = checks.find(({ key }: Body) => key === "loginProviderFailing");
    assert.deepEqual(check.values, { name: "Meridian SSO", reason: error });
    assert.equal(check.level, "warning");
    const metrics = (await world.app.inject({ url: "/metrics" })).body;
    assert.match(metrics, /^foyer_connections\{kind="login_provider",state="failing"\} 1$/m);
    assert.match(metrics, /^foyer_connections\{kind="sms",state="off"\} 1$/m);
    assert.ok(!metrics.includes("Meridian"));
  });
});
