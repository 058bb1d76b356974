import assert from "node:assert/strict";
import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";

import { seal } from "../../server/resources/agreements/seal.ts";
import { pdfWith } from "../server/resources/agreements/pictures.ts";
import { foyer, makeFolder } from "./foyer.ts";

const KEY = "a-key-for-tests-a-key-for-tests-0";
const [VISIT, AGREEMENT] = ["66f1a2b3c4d5e6f708192a3b", "66f1a2b3c4d5e6f708192a3c"];
const FACTS = { visit: VISIT, agreement: AGREEMENT, version: 3, signed: "2026-03-02T09:00:00.000Z" };
const SEALED = seal(KEY, pdfWith("contract"), FACTS);

const fileWith = async (bytes: Buffer): Promise<string> => {
  const path = join(await makeFolder(), "signed.pdf");
  await writeFile(path, bytes);
  return path;
};

describe("foyer verify FILE (interface 4.6a)", () => {
  it("0: a document of this service, by SECRET_KEY alone: says which agreement, version and visit", async () => {
    const { code, stdout } = await foyer(["verify", await fileWith(SEALED)], { env: { SECRET_KEY: KEY } });
    assert.equal(code, 0);
    assert.match(stdout, /is genuine and hasn't been altered/);
    for (const part of [VISIT, AGREEMENT, "version 3", FACTS.signed]) assert.ok(stdout.includes(part), part);
  });

  it("0: by the key in DATA_DIR, as the service made it", async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, "secret.key"), KEY);
    const { code } = await foyer(["verify", await fileWith(SEALED)], { env: { DATA_DIR: folder } });
    assert.equal(code, 0);
  });

  it("1: one flipped byte, another service's key, a foreign PDF", async () => {
    const altered = Buffer.from(SEALED);
    altered[40] = (altered[40] ?? 0) ^ 1;
    const other = seal(`${KEY}x`, pdfWith("contract"), FACTS);
    for (const bytes of [altered, other, pdfWith("contract"), Buffer.alloc(0)]) {
      const { code, stdout, stderr } = await foyer(["verify", await fileWith(bytes)], { env: { SECRET_KEY: KEY } });
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /NOT genuine/);
    }
  });

  it("1: without a key; none is made", async () => {
    const folder = await makeFolder();
    const { code, stderr } = await foyer(["verify", await fileWith(SEALED)], { env: { DATA_DIR: folder } });
    assert.equal(code, 1);
    assert.match(stderr, /SECRET_KEY or DATA_DIR/);
    await assert.rejects(access(join(folder, "secret.key")));
  });

  it("3: a file that is not there; 1: one that can't be read", async () => {
    const missing = await foyer(["verify", "/nonexistent/signed.pdf"], { env: { SECRET_KEY: KEY } });
    assert.deepEqual([missing.code, missing.stdout], [3, ""]);
    const folder = await foyer(["verify", await makeFolder()], { env: { SECRET_KEY: KEY } });
    assert.equal(folder.code, 1);
    assert.match(folder.stderr, /Can't read/);
  });
});
