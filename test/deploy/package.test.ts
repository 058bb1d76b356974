import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";

import { cleanUp, makeFolder, undoLater, until } from "../support/run/process.ts";
import { PROJECT } from "./dockerfile.ts";

const run = promisify(execFile);
const { version } = JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8"));
const NAME = `foyer-${version}-${process.platform}-${process.arch}`;

let packages: string;
let folder: string;
before(async () => {
  packages = await makeFolder();
  const env = { ...process.env, PACKAGES_DIR: packages };
  await run(
    process.execPath,
    [join(PROJECT, "bin/run.mjs"), "deploy/package.ts", `${process.platform}-${process.arch}`],
    {
      cwd: PROJECT,
      env,
    },
  );
  folder = await makeFolder();
  await run("tar", ["-xzf", join(packages, `${NAME}.tar.gz`), "-C", folder]);
});
after(cleanUp);

describe("npm run package", () => {
  it("gives an archive, the bill of materials, and the SHA-256 of both", async () => {
    const { stdout } = await run("sha256sum", ["-c", "SHA256SUMS"], { cwd: packages });
    assert.deepEqual(stdout.trim().split("\n"), [`${NAME}.tar.gz: OK`, `foyer-${version}-sbom.json: OK`]);
    const bom = JSON.parse(await readFile(join(packages, `foyer-${version}-sbom.json`), "utf8"));
    assert.ok(bom.components.length > 50);
  });

  it("the archive starts without Node, npm or a registry, with its pages and its own database, and ends with 0", async () => {
    const home = await makeFolder();
    const env = {
      PATH: "/usr/bin:/bin",
      HOME: home,
      DATA_DIR: join(home, "data"),
      PORT: "0",
      npm_config_registry: "http://127.0.0.1:9",
    };
    const child = spawn(join(folder, NAME, "bin/foyer"), ["start"], { cwd: home, env, stdio: "pipe" });
    const ended = once(child, "exit");
    undoLater(() => child.kill("SIGKILL"));
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const url = await until("the greeting with its address", async () => {
      assert.equal(child.exitCode, null, said);
      return /^ {2}Open +(https?:\/\/[^/\s]+)/m.exec(said)?.[1];
    });
    const page = await (await fetch(url)).text();
    const [, script = ""] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
    assert.equal((await fetch(new URL(script, url))).status, 200, page);
    assert.doesNotMatch(said, /Installing packages|Building/);
    child.kill("SIGTERM");
    assert.equal((await ended)[0], 0, said);
  });
});
