import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";

import { cleanUp, makeFolder } from "../support/run/process.ts";
import { PROJECT } from "./dockerfile.ts";

const run = promisify(execFile);
const SCRIPT = join(PROJECT, "deploy/sbom.mjs");

/** Free ones, in words that are on no list. */
const NO_KNOWN_LICENCE = new Set(["dejavu-fonts-ttf", "png-js"]);

after(cleanUp);

/** With a registry that does not exist: a request to it fails. */
const sbom = async (folder: string, ...args: string[]): Promise<{ code: number; stderr: string }> => {
  const offline = { npm_config_registry: "http://127.0.0.1:9/", npm_config_cache: join(folder, "cache") };
  const env = { PATH: process.env["PATH"], HOME: folder, ...offline };
  return run(process.execPath, [SCRIPT, ...args], { cwd: folder, env }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: { code: number; stderr: string }) => error,
  );
};

type Component = { name: string; version: string; licenses?: unknown[]; hashes?: { content: string }[] };
type Locked = { name?: string; version: string; dev?: boolean; integrity?: string };

/** The packages of production in the lock file, as `name@version`. */
const locked = async (): Promise<Map<string, Locked>> => {
  const { packages } = JSON.parse(await readFile(join(PROJECT, "package-lock.json"), "utf8"));
  return new Map(
    Object.entries<Locked>(packages)
      .filter(([path, { dev }]) => path !== "" && dev !== true)
      .map(([path, entry]) => [`${entry.name ?? path.replace(/^.*node_modules\//, "")}@${entry.version}`, entry]),
  );
};

describe("npm run sbom -- FILE", () => {
  it("0: lists every package of production with its version, its licence, and the hash that the lock file has; offline", async () => {
    const folder = await makeFolder();
    const { code, stderr } = await sbom(folder, "bom.json");
    assert.equal(code, 0, stderr);
    const bom = JSON.parse(await readFile(join(folder, "bom.json"), "utf8"));
    assert.deepEqual([bom.bomFormat, bom.metadata.component.name], ["CycloneDX", "@foyer-visitors/foyer"]);
    const components: Component[] = bom.components;
    const expected = await locked();
    const names = components.map(({ name, version }) => `${name}@${version}`);
    assert.deepEqual(new Set(names), new Set(expected.keys()));
    const refs = new Set([bom.metadata.component["bom-ref"], ...names]);
    for (const { ref, dependsOn } of bom.dependencies)
      for (const named of [ref, ...dependsOn]) assert.ok(refs.has(named), named);
    for (const { name, version, licenses = [], hashes = [] } of components) {
      const { integrity } = expected.get(`${name}@${version}`) ?? {};
      assert.ok(licenses.length > 0 || NO_KNOWN_LICENCE.has(name), name);
      const content = integrity && Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
      assert.deepEqual(
        hashes.map((hash) => hash.content),
        content === undefined ? [] : [content],
        name,
      );
    }
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith("sbom")),
      [],
    );
  });

  it("2: without a file, or with two", async () => {
    const folder = await makeFolder();
    for (const args of [[], ["a", "b"]]) {
      const { code, stderr } = await sbom(folder, ...args);
      assert.deepEqual([code, stderr], [2, "Usage: npm run sbom -- FILE\n"]);
    }
  });
});
