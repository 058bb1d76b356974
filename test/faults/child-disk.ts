// Runs in a mount namespace of its own, where DISK is a small file system that no other process sees.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { appendFile, readFile, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Client } from "pg";

import { makeClient } from "../../server/platform/db/embedded/client.ts";
import { findEmbedded } from "../../server/platform/db/embedded/embedded.ts";
import { callOver, cleanUp, type Running, startReady, until } from "../support/run/process.ts";
import { basic } from "../support/world.ts";
import { type Ledger, NOTHING_WRONG, type Place, startClients, wrongIn } from "./clients.ts";

const DISK = process.env["DISK"] ?? "";
const DATA_DIR = join(DISK, "data");
const FILLER = join(DISK, "filler");
const CYCLES = Number(process.env["CYCLES"]);
const RESUME_MS_MAX = Number(process.env["RESUME_MS_MAX"]);
const ADMIN = { ADMIN_EMAIL: "ann@example.org", ADMIN_PASSWORD: "twelve-or-more-characters" };
const asAdmin = basic(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
const CLIENTS = 2;

/** Leaves this much space, in bytes; other processes may use up the last of it. */
const fill = async (left: number): Promise<void> => {
  for (;;) {
    const { bavail, bsize } = await statfs(DISK);
    if (bavail * bsize <= left) return;
    await appendFile(FILLER, Buffer.alloc(bavail * bsize - left)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOSPC") throw error;
    });
  }
};

const makePlace = async ({ url }: Running): Promise<Place> => {
  const location: string = (await callOver(url, "POST", "/api/companies", { as: asAdmin, body: { name: "Disk" } })).body
    ._id;
  const body = { name: "disk", companies: [location] };
  const { key } = (await callOver(url, "POST", "/api/apikeys", { as: asAdmin, body })).body;
  return { url, location, as: { authorization: `Bearer ${key}` } };
};

const database = async (): Promise<Client> => {
  const address = await findEmbedded(DATA_DIR);
  assert.ok(address !== undefined, "the database is there");
  const client = makeClient({ host: address.socketDir, user: address.user, database: address.database });
  await client.connect();
  return client;
};

const postmaster = async (): Promise<string> =>
  (await readFile(join(DATA_DIR, "pg", "18", "postmaster.pid"), "utf8")).split("\n")[0] ?? "";

const write = ({ url, location, as }: Place, { asked }: Ledger) => {
  const name = randomUUID();
  asked.add(name);
  return callOver(url, "POST", "/api/visitors", { as, body: { company_id: location, first_name: name } });
};
const read = ({ url, location, as }: Place) => callOver(url, "GET", `/api/visitors/signed_current/${location}`, { as });
const ready = ({ url }: Place) => callOver(url, "GET", "/readyz");

/** The disk fills while people sign in. @returns how long after there is room a write is accepted */
const fullDisk = async (place: Place, left: number): Promise<number> => {
  const server = await postmaster();
  const clients = startClients(place, CLIENTS);
  await clients.next();
  await fill(left);
  const refusal = await until("writes to be refused", async () => {
    const answer = await write(place, clients.ledger);
    return answer.status === 200 ? undefined : answer;
  });
  assert.equal(refusal.status, 503);
  assert.ok(Number(refusal.headers.get("retry-after")) > 0);
  assert.match(refusal.body.message, /disk .*full/);
  await until("the look at the disk", async () => ((await ready(place)).body.status === "ready" ? undefined : true));
  for (let n = 0; n < 10; n += 1) assert.equal((await read(place)).status, 200, "reads go on");
  const { status, body } = await ready(place);
  assert.deepEqual([status, body.status], [200, "disk is full"]);
  assert.match(body.checks.find(({ name }: { name: string }) => name === "disk").message, /Free some space/);
  const login = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
  if (left > 0) assert.equal((await callOver(place.url, "POST", "/session", { body: login })).status, 200);
  await rm(FILLER);
  const resumedMs = await clients.next();
  await clients.end();
  assert.equal(await postmaster(), server, "PostgreSQL did not end");
  assert.deepEqual(new Set(clients.ledger.statuses.keys()), new Set([200, 503]));
  const client = await database();
  const wrong = await wrongIn(client, place, clients.ledger);
  await client.end();
  assert.deepEqual(wrong, NOTHING_WRONG);
  return resumedMs;
};

/** PostgreSQL has no room for its log: it ends itself, and can't come back before there is room. */
const fullLog = async (place: Place): Promise<number> => {
  const clients = startClients(place, CLIENTS);
  await clients.next();
  const client = await database();
  await fill(0);
  // What no request could do while the disk is full: the log is made to need another file.
  await assert.rejects(async () => {
    for (;;) await client.query("select pg_logical_emit_message(false, 'filler', repeat('x', 1000000))");
  });
  await until("it to be gone", async () => ((await ready(place)).status === 503 ? true : undefined));
  assert.equal((await callOver(place.url, "GET", "/healthz")).status, 200);
  assert.equal((await read(place)).status, 503);
  await delay(2_000);
  await rm(FILLER);
  const resumedMs = await clients.next();
  await clients.end();
  const checking = await database();
  const wrong = await wrongIn(checking, place, clients.ledger);
  await checking.end();
  assert.deepEqual(wrong, NOTHING_WRONG);
  return resumedMs;
};

const inTime = (what: string, resumedMs: number): string => {
  assert.ok(resumedMs <= RESUME_MS_MAX, `${what}: writes resumed after ${resumedMs} ms`);
  return `${what}: writes resumed after ${Math.round(resumedMs)} ms`;
};

const figures: string[] = [];
let code = 0;
try {
  const running = await startReady({
    DATA_DIR,
    WEB_DIR: process.env["WEB_DIR"] ?? "",
    ...ADMIN,
  });
  const place = await makePlace(running);
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    figures.push(inTime("no room at all", await fullDisk(place, 0)));
    figures.push(inTime("the reserve is left", await fullDisk(place, 40 * 1024 * 1024)));
    figures.push(inTime("the log of PostgreSQL does not fit", await fullLog(place)));
  }
  assert.equal(running.child.exitCode, null, "the service never ended");
  await running.kill("SIGTERM");
} catch (error) {
  code = 1;
  console.error(error);
} finally {
  await cleanUp();
}
console.log(JSON.stringify(figures));
process.exit(code);
