import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";

import { BuildError, buildPages } from "../../web/build.ts";
import { makeFolder } from "../cli/foyer.ts";

describe("npm run web", () => {
  it("deletes nothing from a folder that it did not build, whatever WEB_DIR says", async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, "mine.txt"), "mine");
    await assert.rejects(buildPages(folder), BuildError);
    assert.equal(await readFile(join(folder, "mine.txt"), "utf8"), "mine");
  });
});
