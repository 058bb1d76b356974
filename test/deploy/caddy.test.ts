import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";

import { findOrInstall, isRunnable } from "../support/run/debian.ts";
import { PROJECT } from "./dockerfile.ts";
import { type Front, guarantees, NAME, openFront, replaced, type Site } from "./front.ts";

const run = promisify(execFile);
const CADDY = "/usr/bin/caddy";
const FILE = join(PROJECT, "deploy/Caddyfile");

const find = async (): Promise<string | undefined> => ((await isRunnable(CADDY)) ? CADDY : undefined);
const install = (): Promise<string> =>
  findOrInstall(find, "deploy/Caddyfile is tried with Caddy. Install it (Debian: apt-get install caddy).", "caddy");

/** With a certificate of ours: none is asked for outside. */
const configOf = async ({ http, https, app, certificate, key }: Site): Promise<string> => {
  const site = replaced(await readFile(FILE, "utf8"), [
    [`\n{$DOMAIN:${NAME}} {`, `\n{$DOMAIN:${NAME}} {\n\ttls ${certificate} ${key}\n\tbind 127.0.0.1`],
    [`http://{$DOMAIN:${NAME}} {`, `http://{$DOMAIN:${NAME}} {\n\tbind 127.0.0.1`],
    ["127.0.0.1:8080", `127.0.0.1:${app}`],
  ]);
  return `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n}\n${site}`;
};

const start = async (site: Site): Promise<ChildProcess> => {
  await install();
  const path = join(site.folder, "Caddyfile");
  await writeFile(path, await configOf(site));
  const env = { HOME: site.folder };
  return spawn(CADDY, ["run", "--adapter", "caddyfile", "--config", path], { stdio: "ignore", env });
};

let front: Front;
before(async () => {
  front = await openFront(start);
});
after(() => front.close());

describe("deploy/Caddyfile", () => {
  guarantees(() => front);

  it("is taken as it is, in Caddy's own form", async () => {
    const { stdout: adapted } = await run(CADDY, ["adapt", "--adapter", "caddyfile", "--config", FILE]);
    assert.match(adapted, /"flush_interval":-1/);
    const { stdout: formatted } = await run(CADDY, ["fmt", FILE]);
    assert.equal(formatted, await readFile(FILE, "utf8"));
  });

  it("writes no access log: addresses of pages hold visitors' links", async () => {
    const { stdout } = await run(CADDY, ["adapt", "--adapter", "caddyfile", "--config", FILE]);
    assert.doesNotMatch(stdout, /"logs"/);
  });
});
