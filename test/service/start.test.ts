import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import { NO_TERMINAL } from "../bin/fixture.ts";
import { PROJECT } from "../cli/foyer.ts";
import {
  callOver,
  cleanUp,
  COMPILED,
  freePort,
  makeFolder,
  type Running,
  startProcess,
  startReady,
  until,
} from "../support/run/process.ts";
import { basic } from "../support/world.ts";

after(cleanUp);

const ADMIN = { ADMIN_EMAIL: "ann@example.org", ADMIN_PASSWORD: "twelve-or-more-characters" };
const asAdmin = { as: basic(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD) };
const linkOf = (running: Running): string | undefined => /http\S+\/setup#\S+/.exec(running.said().out)?.[0];

/** Expects the process to end by itself with code 1; gives what it said about it. */
const refusalOf = async (settings: Record<string, string>): Promise<string> => {
  const running = startProcess(settings);
  const { code } = await running.exited;
  assert.equal(code, 1, `${running.said().out}${running.said().err}`);
  assert.equal(running.said().out, "");
  return running.said().err;
};

describe("starting (rules 6)", () => {
  it("200: with nothing set it makes its database, prints a greeting and a set-up link, and is ready", async () => {
    const dataDir = await makeFolder();
    const running = await startReady({ DATA_DIR: dataDir });
    const { out } = running.said();
    assert.match(out, /Foyer is ready \(\d+\.\d s\)/);
    assert.ok(out.includes(`${running.url}/docs`) && out.includes(`${dataDir}/pg`));
    assert.ok(linkOf(running)?.startsWith(`${running.url}/setup#`));
    assert.deepEqual((await callOver(running.url, "GET", "/healthz")).body, { status: "alive" });
    const ready = await callOver(running.url, "GET", "/readyz");
    assert.deepEqual([ready.status, ready.body.status], [200, "ready"]);
    assert.ok(ready.body.migration >= 1);
    assert.deepEqual(new Set(ready.body.checks.map((check: { status: string }) => check.status)), new Set(["ok"]));
    assert.equal((await callOver(running.url, "GET", "/api/openapi.json")).body.openapi.slice(0, 3), "3.1");
    assert.equal((await callOver(running.url, "GET", "/api/companiesList")).status, 403);
    assert.ok(existsSync(join(dataDir, "secret.key")));
    await running.kill("SIGTERM");
    assert.deepEqual(await running.exited, { code: 0, signal: null });
  });

  it(
    "on a terminal it shows the greeting alone; the log line of the start is for other output",
    { skip: NO_TERMINAL, timeout: 120_000 },
    async () => {
      const env = { PATH: process.env["PATH"], ...COMPILED, DATA_DIR: await makeFolder(), PORT: "0" };
      const command = `exec ${process.execPath} ${PROJECT}/bin/foyer.mjs start`;
      const terminal = spawn("script", ["-qec", command, "/dev/null"], { env, stdio: ["pipe", "pipe", "inherit"] });
      let [shown, isStopped] = ["", false];
      terminal.stdout.setEncoding("utf8").on("data", (text: string) => {
        shown += text;
        // Control-C, as people stop it; the log line of the start would come before it.
        if (isStopped || !/Create one here within 30 minutes[^]*setup#/.test(shown)) return;
        isStopped = true;
        terminal.stdin.write("\u0003");
      });
      await once(terminal, "exit");
      assert.match(shown, /Foyer is ready/);
      assert.ok(!shown.includes('"msg":"started"'), shown);
      const piped = await startReady({ DATA_DIR: await makeFolder(), LOG_LEVEL: "info" });
      await until("the log line of the start", async () => /"msg":"started"/.test(piped.said().err) || undefined);
      await piped.kill("SIGTERM");
    },
  );

  it("200: ADMIN_EMAIL and ADMIN_PASSWORD create the first administrator unattended, once", async () => {
    const settings = { DATA_DIR: await makeFolder(), ...ADMIN };
    const first = await startReady(settings);
    assert.equal(linkOf(first), undefined);
    const me = await callOver(first.url, "GET", "/api/users/me", asAdmin);
    assert.deepEqual([me.body.email, me.body.role], [ADMIN.ADMIN_EMAIL, "global_admin"]);
    await first.kill("SIGTERM");
    const second = await startReady({ ...settings, ADMIN_EMAIL: "eve@example.org" });
    assert.equal(linkOf(second), undefined);
    const eve = { as: basic("eve@example.org", ADMIN.ADMIN_PASSWORD) };
    assert.equal((await callOver(second.url, "GET", "/api/users/me", eve)).status, 403);
    assert.equal((await callOver(second.url, "GET", "/api/users/me", asAdmin)).status, 200);
    await second.kill("SIGTERM");
  });

  it("exit 1: settings that can't be used are printed as one list, and nothing is made", async () => {
    const dataDir = join(await makeFolder(), "data");
    const said = await refusalOf({
      DATA_DIR: dataDir,
      PORT: "http",
      LOG_LEVEL: "loud",
      ADMIN_EMAIL: "ann@example.org",
    });
    assert.match(said, /^\nFoyer can't start with these settings:\n(  - .*\.\n){3}\n$/);
    for (const name of ["PORT", "LOG_LEVEL", "ADMIN_PASSWORD"]) assert.ok(said.includes(name), said);
    assert.ok(!existsSync(dataDir));
  });

  it("exit 1: a port in use, with what to do; the database is let go", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const PORT = String(typeof address === "object" ? address?.port : "");
    const DATA_DIR = await makeFolder();
    assert.ok((await refusalOf({ DATA_DIR, PORT })).includes(`Port ${PORT} is already in use.`));
    taken.close();
    const running = await startReady({ DATA_DIR });
    await running.kill("SIGTERM");
  });

  it("exit 1: a second process on the same folder, with what to do; the first goes on", async () => {
    const DATA_DIR = await makeFolder();
    const first = await startReady({ DATA_DIR });
    const said = await refusalOf({ DATA_DIR });
    assert.match(said, /being used by another Foyer process \(\d+\)/);
    assert.match(said, /DATA_DIR/);
    assert.equal((await callOver(first.url, "GET", "/readyz")).status, 200);
    await first.kill("SIGTERM");
  });

  it("exit 1: a database that is not there, without its password", async () => {
    const said = await refusalOf({ DATABASE_URL: "postgres://foyer:hunter2@127.0.0.1:1/foyer" });
    assert.match(said, /Can't connect to the database at DATABASE_URL/);
    assert.ok(!said.includes("hunter2"));
  });

  it("200: after kill -9 it starts again at once on the same folder and port, with everything acknowledged", async () => {
    const settings = { DATA_DIR: await makeFolder(), PORT: String(await freePort()), ...ADMIN };
    const first = await startReady(settings);
    const made = await callOver(first.url, "POST", "/api/companies", { ...asAdmin, body: { name: "Kept" } });
    first.child.kill("SIGKILL");
    const second = await startReady(settings);
    const { body } = await callOver(second.url, "GET", "/api/companiesList", asAdmin);
    assert.deepEqual(
      body.map(({ _id }: { _id: string }) => _id),
      [made.body._id],
    );
    await second.kill("SIGTERM");
  });

  it("the log has JSON lines without the password, the link and the names of a call", async () => {
    const running = await startReady({ DATA_DIR: await makeFolder(), LOG_LEVEL: "trace", ...ADMIN });
    await callOver(running.url, "GET", "/api/companiesList?filter[x]=canary-query", {
      as: basic("canary@example.org", "canary-pw"),
    });
    await callOver(running.url, "POST", "/api/companies", { ...asAdmin, body: { name: 5, canary: "canary-body" } });
    await running.kill("SIGTERM");
    const { err } = running.said();
    for (const line of err.split("\n").filter((text) => text !== "")) assert.ok(JSON.parse(line).level > 0, line);
    assert.ok(!/canary/.test(err), err);
    assert.ok(!err.includes(ADMIN.ADMIN_PASSWORD));
  });
});
