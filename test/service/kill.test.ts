import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { withClient } from "../../server/platform/db/embedded/client.ts";
import { findEmbedded } from "../../server/platform/db/embedded/embedded.ts";
import { findBackends } from "../../server/platform/db/embedded/processes.ts";
import {
  callOver,
  cleanUp,
  freePort,
  makeFolder,
  type Running,
  startReady,
  undoLater,
  until,
} from "../support/run/process.ts";
import { LONG, roundsOf } from "../support/run/size.ts";
import { basic } from "../support/world.ts";

after(cleanUp);

/** FOYER_LONG=1 runs its long form. */
const SERVICE_KILLS = roundsOf(30, 300);
const DATABASE_KILLS = roundsOf(10, 100);
/** From a kill to ready again; the promise's own figure binds its long form, a gate on a busy machine is given more. */
const READY_MS_MAX = LONG ? 5_000 : 30_000;
const CLIENTS = 4;
const ACKNOWLEDGED_PER_ROUND = 20;
const RETRY_MS = 50;

const ADMIN = { ADMIN_EMAIL: "ann@example.org", ADMIN_PASSWORD: "twelve-or-more-characters" };
const asAdmin = basic(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);

/** What the clients know: the visit each acknowledged key stands for, and every status they saw. */
type Ledger = { acknowledged: Map<string, string>; statuses: Set<number>; repeated: number; ending: boolean };

type Site = { settings: Record<string, string>; location: string; as: Record<string, string> };

/** One database for all tests, each of which ends its service: to make one takes longer than to survive a kill. */
let settings: Record<string, string>;
before(async () => {
  settings = { DATA_DIR: await makeFolder(), PORT: String(await freePort()), ...ADMIN };
});

/** What the times are, for people; throws when one is too long. */
const inTime = (timesMs: readonly number[]): string => {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const [median = 0, longest = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  assert.ok(longest <= READY_MS_MAX, `ready again after ${longest} ms`);
  return `ready again after ${Math.round(median)} ms, ${Math.round(longest)} ms at most`;
};

const makeSite = async (): Promise<Site & { running: Running }> => {
  const running = await startReady(settings);
  const made = await callOver(running.url, "POST", "/api/companies", { as: asAdmin, body: { name: "Kill" } });
  const location: string = made.body._id;
  const body = { name: "kill", companies: [location] };
  const { key } = (await callOver(running.url, "POST", "/api/apikeys", { as: asAdmin, body })).body;
  return { settings, location, as: { authorization: `Bearer ${key}` }, running };
};

const signIn = async (url: string, { location, as }: Site, key: string): Promise<{ status: number; id: string }> => {
  const body = { company_id: location, first_name: key };
  const answer = await callOver(url, "POST", "/api/visitors", { as, body, headers: { "idempotency-key": key } });
  return { status: answer.status, id: answer.body._id };
};

/** How often one call is repeated before the service counts as gone. */
const ATTEMPTS_MAX = 1_200;

/** Signs in under one key until that is acknowledged: a failed call is repeated as it was. */
const insist = async (url: string, site: Site, key: string, ledger: Ledger): Promise<void> => {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const answer = await signIn(url, site, key).catch(() => undefined);
    if (answer !== undefined) ledger.statuses.add(answer.status);
    if (attempt > 0) ledger.repeated += 1;
    if (answer?.status === 200) return void ledger.acknowledged.set(key, answer.id);
    if (answer !== undefined && answer.status !== 503) throw new Error(`a sign-in was answered ${answer.status}`);
    await delay(RETRY_MS);
  }
  throw new Error("the service did not come back");
};

/** Clients that sign in without a pause until they are told to end. */
const startClients = (url: string, site: Site) => {
  const ledger: Ledger = { acknowledged: new Map(), statuses: new Set(), repeated: 0, ending: false };
  const client = async (name: number): Promise<void> => {
    for (let n = 0; !ledger.ending; n += 1) await insist(url, site, `visit-${name}-${n}`, ledger);
  };
  const all = Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)));
  // A test that failed must not leave them running.
  all.catch(() => undefined);
  undoLater(() => (ledger.ending = true));
  const end = async (): Promise<void> => {
    ledger.ending = true;
    await all;
  };
  /** Waits for more acknowledged visits, so that every kill hits a service at work. */
  const atWork = async (): Promise<void> => {
    const goal = ledger.acknowledged.size + ACKNOWLEDGED_PER_ROUND;
    await Promise.race([all, until("sign-ins", async () => (ledger.acknowledged.size >= goal ? true : undefined))]);
  };
  return { ledger, end, atWork };
};

type Found = { name: string; id: string; entries: number };

/** Every visit of the location as the database has it, with its sign-in entries in the log. */
const visitsIn = async ({ settings, location }: Site): Promise<Found[]> => {
  const address = await findEmbedded(settings["DATA_DIR"] ?? "");
  assert.ok(address !== undefined);
  const connection = { host: address.socketDir, user: address.user, database: address.database };
  const [rows, orphans] = await withClient(connection, async (client) => [
    (
      await client.query<Found>(
        `select v.first_name as name, v._id as id, count(l.seq)::int as entries from visits v
         left join log l on l.company_id = v.company_id and l.subject_id = v._id and l.event = 'visitor_signed_in'
         where v.company_id = $1 group by 1, 2`,
        [location],
      )
    ).rows,
    (
      await client.query(
        `select 1 from log l where company_id = $1 and event = 'visitor_signed_in'
         and not exists (select 1 from visits v where v.company_id = l.company_id and v._id = l.subject_id)`,
        [location],
      )
    ).rows,
  ]);
  assert.equal(orphans.length, 0, "log entries without a visit");
  return rows;
};

/** 0 lost, 0 doubled, one entry each; and every key repeated once more still names its visit. */
const verify = async (url: string, site: Site, { acknowledged }: Ledger): Promise<void> => {
  for (const key of [...acknowledged.keys()].slice(-50))
    assert.deepEqual(await signIn(url, site, key), { status: 200, id: acknowledged.get(key) }, key);
  const visits = await visitsIn(site);
  const byName = new Map(visits.map(({ name, id }) => [name, id]));
  assert.equal(byName.size, visits.length, "a visit was doubled");
  for (const [key, id] of acknowledged) assert.equal(byName.get(key), id, `${key} was lost`);
  assert.equal(visits.length, acknowledged.size, "a visit that nobody asked for");
  for (const { name, entries } of visits) assert.equal(entries, 1, `${name} has ${entries} sign-in entries`);
};

const killDatabase = async (dataDir: string): Promise<void> => {
  const cluster = join(dataDir, "pg", "18");
  const postmaster = Number((await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n")[0]);
  const backends = await findBackends(cluster);
  for (const pid of [postmaster, ...backends])
    try {
      process.kill(pid, "SIGKILL");
    } catch {} // Gone with its postmaster.
};

const isReady = async (url: string): Promise<true | undefined> =>
  (await callOver(url, "GET", "/readyz")).status === 200 ? true : undefined;

describe("kill -9 (rules 2)", () => {
  it(`of the service, ${SERVICE_KILLS} times: 0 acknowledged visits lost, 0 doubled, one log entry each`, async (t) => {
    const { running, ...site } = await makeSite();
    const { url } = running;
    const clients = startClients(url, site);
    let current = running;
    const timesMs: number[] = [];
    for (let round = 0; round < SERVICE_KILLS; round += 1) {
      await clients.atWork();
      await current.kill("SIGKILL");
      const began = performance.now();
      current = await startReady(site.settings);
      timesMs.push(performance.now() - began);
    }
    await clients.atWork();
    await clients.end();
    await verify(url, site, clients.ledger);
    assert.ok(clients.ledger.repeated >= SERVICE_KILLS);
    await current.kill("SIGTERM");
    const { acknowledged, repeated } = clients.ledger;
    t.diagnostic(`${acknowledged.size} visits, ${repeated} calls repeated; ${inTime(timesMs)}`);
  });

  it(`of PostgreSQL, ${DATABASE_KILLS} times: answers 503, heals by itself, 0 lost, 0 doubled`, async (t) => {
    const { running, ...site } = await makeSite();
    const { url } = running;
    const clients = startClients(url, site);
    const timesMs: number[] = [];
    for (let round = 0; round < DATABASE_KILLS; round += 1) {
      await clients.atWork();
      const began = performance.now();
      await killDatabase(site.settings["DATA_DIR"] ?? "");
      const down = await callOver(url, "GET", "/readyz");
      assert.equal(down.status, 503);
      assert.equal((await callOver(url, "GET", "/healthz")).status, 200);
      await until("the service to heal", () => isReady(url));
      timesMs.push(performance.now() - began);
    }
    await clients.atWork();
    await clients.end();
    await verify(url, site, clients.ledger);
    assert.deepEqual(clients.ledger.statuses, new Set([200, 503]));
    assert.equal(running.child.exitCode, null);
    await running.kill("SIGTERM");
    const { acknowledged, repeated } = clients.ledger;
    t.diagnostic(`${acknowledged.size} visits, ${repeated} calls repeated; ${inTime(timesMs)}`);
  });

  it("503: a call without a database has Retry-After and no details (rules 1)", async () => {
    const { running, location, as } = await makeSite();
    await killDatabase(settings["DATA_DIR"] ?? "");
    const answer = await callOver(running.url, "GET", `/api/visitors/signed_current/${location}`, { as });
    assert.equal(answer.status, 503);
    assert.deepEqual(Object.keys(answer.body), ["message", "code"]);
    assert.ok(Number(answer.headers.get("retry-after")) > 0);
    await until("the service to heal", () => isReady(running.url));
    await running.kill("SIGTERM");
  });

  it("SIGTERM right after the death of PostgreSQL still ends the service with code 0, and no server stays", async () => {
    const { running } = await makeSite();
    const dataDir = settings["DATA_DIR"] ?? "";
    await killDatabase(dataDir);
    await running.kill("SIGTERM");
    assert.deepEqual(await running.exited, { code: 0, signal: null });
    assert.equal(await findEmbedded(dataDir), undefined);
    const again = await startReady(settings);
    await again.kill("SIGTERM");
  });
});
