import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { callOver, cleanUp, makeFolder, type Running, startProcess, type WireAnswer } from "../support/run/process.ts";
import { startPostgres15 } from "../support/database/postgres.ts";
import { basic } from "../support/world.ts";

const ADMIN = { ADMIN_EMAIL: "ann@example.org", ADMIN_PASSWORD: "twelve-or-more-characters" };
const as = basic(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);

let both: [Running, Running];

before(async () => {
  const postgres = await startPostgres15();
  const admin = postgres.client("postgres");
  await admin.connect();
  await admin.query("create database visitors");
  await admin.end();
  const start = async (): Promise<Running> =>
    startProcess({
      DATA_DIR: await makeFolder(),
      DATABASE_URL: postgres.urlOf("visitors"),
      SECRET_KEY: "the-same-secret-for-all-processes",
      TRUSTED_PROXIES: "127.0.0.1",
      ...ADMIN,
    });
  both = [await start(), await start()];
  await Promise.all(both.map(({ ready }) => ready));
});
after(cleanUp);

const call = (n: 0 | 1, method: string, path: string, body?: unknown): Promise<WireAnswer> =>
  callOver(both[n].url, method, `/api${path}`, { as, ...(body === undefined ? {} : { body }) });

/** Calls one of the two processes and expects it to work. */
const ok = async (n: 0 | 1, method: string, path: string, body?: unknown): Promise<WireAnswer["body"]> => {
  const answer = await call(n, method, path, body);
  assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

describe("two processes on one PostgreSQL 15 (rules 6)", () => {
  it("200: both started at once, migrated once and made one administrator", async () => {
    for (const running of both) {
      assert.equal((await callOver(running.url, "GET", "/readyz")).status, 200);
      assert.ok(!running.said().out.includes("/setup#"));
    }
    assert.equal((await ok(1, "GET", "/users")).length, 1);
  });

  it("200: what one writes the other reads at once: every resource", async () => {
    const location = (await ok(0, "POST", "/companies", { name: "Both", timezone: "Europe/Brussels" }))._id;
    const at = `/companies/${location}`;
    await ok(1, "PUT", at, { settings: { signout_days: 1 } });
    assert.equal((await ok(0, "GET", at)).settings.signout_days, 1);
    const type = await ok(0, "POST", `${at}/visittypes`, { name: "Visitor", fields: [{ label: "Plate" }] });
    const door = await ok(1, "POST", `${at}/entrypoints`, { name: "Door" });
    await ok(0, "POST", "/visitees", { company_id: location, cn: "Émile Ünal", mail: "e@example.org" });
    await ok(0, "POST", "/visitees", { company_id: location, cn: "zoë" });
    await ok(0, "POST", "/visitees", { company_id: location, cn: "Eva" });
    await ok(1, "POST", `${at}/visitees/bulk`, [{ cn: "External", mail: "x@example.org" }]);
    const hosts = await ok(1, "GET", `/visitees/bycompany/${location}`);
    assert.deepEqual(
      hosts.map(({ cn }: { cn: string }) => cn),
      ["Émile Ünal", "Eva", "zoë"],
    );
    const started = { company_id: location, visit_type: type._id, entrypoint_id: door._id, recipient: "External" };
    const visit = await ok(1, "POST", "/visitors", { ...started, first_name: "Jo", plate: "1-ABC" });
    assert.equal(visit.recipient_mail, "x@example.org");
    assert.equal((await ok(0, "GET", `/visitors/${visit._id}`)).plate, "1-ABC");
    assert.equal((await ok(0, "GET", `/visitors/signed_current/${location}`)).length, 1);
    assert.equal((await ok(0, "GET", `/companies/${location}/fields`)).length, 1);
    await ok(0, "POST", `/visitors/${visit._id}/signout`);
    const today = new Date().toISOString();
    const counters = await ok(1, "GET", `${at}/statistics/${today}`);
    assert.deepEqual([counters.totalVisitorsIn, counters.totalVisitorsOut], [1, 1]);
    await ok(1, "DELETE", `/visitors/${visit._id}`);
    assert.equal((await call(0, "GET", `/visitors/${visit._id}`)).status, 404);
    await ok(0, "DELETE", at, { name: "Both" });
    assert.equal((await call(1, "GET", at)).status, 403);
  });

  it("200: the filter folds É, Ü and Σ there too (interface 4.2)", async () => {
    const location = (await ok(0, "POST", "/companies", { name: "Fold" }))._id;
    for (const last_name of ["ÉMILIE", "müller", "ΟΔΟΣ", "Plain"])
      await ok(0, "POST", "/visitors", { company_id: location, last_name });
    for (const [filter, name] of [
      ["émil", "ÉMILIE"],
      ["MÜLL", "müller"],
      ["οδος", "ΟΔΟΣ"],
      ["δοσ", "ΟΔΟΣ"],
    ] as const) {
      const query = `count=10&page=1&filter[last_name]=${encodeURIComponent(filter)}`;
      const { total, visitors } = await ok(1, "GET", `/visitors/bycompany/${location}?${query}`);
      assert.deepEqual([total, visitors[0]?.last_name], [1, name], filter);
    }
    const sorted = await ok(1, "GET", `/visitors/bycompany/${location}?count=10&page=1&sorting[last_name]=asc`);
    assert.equal(sorted.total, 4);
  });

  it("200: a key revoked in one process is refused by the other on the next call (interface 5.6)", async () => {
    const location = (await ok(0, "POST", "/companies", { name: "Keys" }))._id;
    const { _id, key } = await ok(0, "POST", "/apikeys", { name: "k", companies: [location] });
    const list = async (n: 0 | 1): Promise<number> =>
      (await callOver(both[n].url, "GET", "/api/companiesList", { as: { authorization: `Bearer ${key}` } })).status;
    assert.deepEqual([await list(0), await list(1)], [200, 200]);
    await ok(1, "DELETE", `/apikeys/${_id}`);
    assert.deepEqual([await list(0), await list(1)], [403, 403]);
  });

  it("200: one Idempotency-Key sent to both at once is done once (rules 2)", async () => {
    const location = (await ok(0, "POST", "/companies", { name: "Once" }))._id;
    const sent = { as, body: { company_id: location }, headers: { "idempotency-key": "both" } };
    const answers = await Promise.all(
      [0, 1, 0, 1].map((n) => callOver(both[n as 0 | 1].url, "POST", "/api/visitors", sent)),
    );
    const ids = new Set(answers.map(({ body }) => body._id));
    assert.deepEqual([ids.size, (await ok(1, "GET", `/visitors/signed_current/${location}`)).length], [1, 1]);
  });

  it("429: refusals of one address count in both; the 31st of them together is shut out (interface 8)", async () => {
    const from = { "x-forwarded-for": "203.0.113.77" };
    const refused = (n: 0 | 1): Promise<WireAnswer> =>
      callOver(both[n].url, "GET", "/api/companiesList", { as: { "x-api-key": "svc_unknown_secret" }, headers: from });
    const statuses: number[] = [];
    for (let n = 0; n < 30; n += 1) statuses.push((await refused(n % 2 === 0 ? 0 : 1)).status);
    assert.deepEqual(new Set(statuses), new Set([403]));
    for (const n of [0, 1] as const) {
      const shut = await callOver(both[n].url, "GET", "/api/companiesList", { as, headers: from });
      assert.deepEqual([shut.status, shut.body], [429, { error: "Too many refused credentials" }]);
    }
    assert.equal((await call(0, "GET", "/companiesList")).status, 200);
  });
});
