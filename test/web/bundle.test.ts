import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, it } from "node:test";
import { brotliDecompressSync, gzipSync } from "node:zlib";

import { webFiles } from "../../server/areas/web/files.ts";

const DIST = process.env["WEB_DIR"] ?? join(import.meta.dirname, "../../dist/web");

/** The scripts that a browser loads before the first page is drawn: those that the page names. */
const firstScripts = (face: string): string[] => {
  const page = readFileSync(join(DIST, face, "index.html"), "utf8");
  return [...new Set([...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = ""]) => path))];
};

const gzipKb = (paths: readonly string[]): number =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(join(DIST, path)), { level: 9 }).length, 0) / 1024;

const textOf = (paths: readonly string[]): string =>
  paths.map((path) => readFileSync(join(DIST, path), "utf8")).join("\n");

describe("what a browser loads first", () => {
  for (const [face, limit] of [
    ["console", 200],
    ["kiosk", 150],
    ["visitor", 150],
  ] as const)
    it(`the ${face}: at most ${limit} KB of JavaScript, compressed`, (t) => {
      const kb = gzipKb(firstScripts(face));
      t.diagnostic(`${kb.toFixed(0)} KB`);
      assert.ok(kb > 1 && kb <= limit, `${kb.toFixed(0)} KB`);
    });

  it("the login: at most 40 KB more, which is what it uses of the form libraries", (t) => {
    const preloads = JSON.parse(readFileSync(join(DIST, "preloads.json"), "utf8"));
    const kb = gzipKb(preloads.console.en.login.filter((path: string) => path.endsWith(".js")));
    t.diagnostic(`${kb.toFixed(0)} KB`);
    assert.ok(kb > 1 && kb <= 40, `${kb.toFixed(0)} KB`);
  });

  it("is few files: each costs a request, and a place in caches and parsers", () => {
    for (const face of ["console", "kiosk", "visitor"]) assert.ok(firstScripts(face).length <= 8, face);
    // A page of its own, a catalogue for each language, an icon or two: before modules were grouped there were 428.
    assert.ok(globSync("assets/*.js", { cwd: DIST }).length <= 275);
  });

  it("no script carries a nonce: a new one in each answer has browsers compile all of them anew", () => {
    for (const face of ["console", "kiosk", "visitor"]) {
      const page = readFileSync(join(DIST, face, "index.html"), "utf8");
      assert.match(page, /<script [^>]*src=/);
      assert.doesNotMatch(page, /<(script|link) [^>]*nonce/, face);
    }
  });

  it("kiosk and phone carry nothing of Mantine", () => {
    for (const face of ["kiosk", "visitor"]) assert.doesNotMatch(textOf(firstScripts(face)), /mantine-/i, face);
  });

  it("every component of Mantine that the console uses has its styles (web/console/mantine.css)", () => {
    const classesOf = (text: string): Set<string> => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));
    const all = classesOf(readFileSync(createRequire(import.meta.url).resolve("@mantine/core/styles.css"), "utf8"));
    const styled = classesOf(textOf(globSync("assets/*.css", { cwd: DIST })));
    const used = [...classesOf(textOf(globSync("assets/*.js", { cwd: DIST })))].filter((name) => all.has(name));
    assert.ok(used.length > 50, `${used.length} classes`);
    assert.deepEqual(
      used.filter((name) => !styled.has(name)),
      [],
    );
  });

  it("nothing names another host's files", () => {
    const scripts = globSync("assets/*.{js,css}", { cwd: DIST });
    const found = scripts.flatMap((path) =>
      [
        ...readFileSync(join(DIST, path), "utf8").matchAll(/(?:src|href|url|import|fetch)\W{1,3}https?:\/\/[\w.-]+/g),
      ].map(([text]) => `${path}: ${text}`),
    );
    assert.deepEqual(found, []);
  });
});

describe("what the build packs (server/areas/web/compress.ts)", () => {
  it("every script, style sheet and module is sent as it is packed beside itself, which has no address", async () => {
    const files = await webFiles(DIST);
    const paths = globSync("assets/*.{js,css,wasm}", { cwd: DIST });
    assert.ok(paths.length > 0);
    for (const path of paths) {
      const packed = readFileSync(join(DIST, `${path}.br`));
      const { bytes, encoding } = await files.read(`/${path}`, "br");
      assert.equal(encoding, "br");
      assert.ok(bytes.equals(packed), path);
      assert.ok(brotliDecompressSync(packed).equals(readFileSync(join(DIST, path))), path);
      assert.ok(!files.has(`/${path}.br`));
    }
  });

  it("gzip, and what is not packed, are made when they are asked for", async () => {
    const files = await webFiles(DIST);
    const [path = ""] = firstScripts("kiosk");
    assert.equal((await files.read(path, "gzip")).encoding, "gzip");
    assert.equal((await files.read(path, "")).encoding, undefined);
  });
});
