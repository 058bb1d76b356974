import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { webFiles } from "../../../../server/areas/web/files.ts";
import { readPreloads } from "../../../../server/areas/web/preloads.ts";

const LIST = { console: { en: { "": ["/assets/texts.js"], log: ["/assets/log.css", "/assets/log.js"] } } };

let folder: string;
let linksOf: (address: string) => string[];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-preloads-"));
  await writeFile(join(folder, "preloads.json"), JSON.stringify(LIST));
  const preloads = await readPreloads(await webFiles(folder));
  linksOf = (address) =>
    [...preloads("console", "en", address).matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
});
after(() => rm(folder, { recursive: true }));

describe("What a browser is told to load with a page", () => {
  it("goes by the last part of the address, whatever is asked of the page", () => {
    for (const address of ["/at/x/log", "/at/x/log/", "/at/x/log?search=a/b", "http://foyer.example/at/x/log"])
      assert.deepEqual(linksOf(address), LIST.console.en.log, address);
  });

  it("is what every page has for an unknown address, also one that no URL can be", () => {
    for (const address of ["/", "//", "//?x", "//[", "/at/%", "/at/x/__proto__", "/at/x/constructor", "http://["])
      assert.deepEqual(linksOf(address), LIST.console.en[""], address);
  });
});
