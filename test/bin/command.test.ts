import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";

import { cleanUp, makeFolder } from "../support/run/process.ts";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "../..");

after(cleanUp);

describe("the command's name", () => {
  it("bin/foyer.mjs can be executed, also by a link from another folder", async () => {
    const folder = await makeFolder();
    const link = join(folder, "foyer");
    await symlink(join(PROJECT, "bin/foyer.mjs"), link);
    const { version } = JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8"));
    for (const file of [join(PROJECT, "bin/foyer.mjs"), link])
      assert.equal((await run(file, ["--version"], { cwd: folder })).stdout, `${version}\n`, file);
  });

  it("no text tells a reader to have npx look for it: outside of the folder that is a stranger's package", async () => {
    // The log of changes tells what was.
    const options = [
      "grep",
      "--name-only",
      "-I",
      "-E",
      "npx (--[a-z-]+ )*foyer",
      "--",
      ".",
      ":!CHANGELOG.md",
      ":!test/bin",
    ];
    const found = await run("git", options, { cwd: PROJECT }).catch((error: { code: number; stdout: string }) => {
      if (error.code !== 1) throw error;
      return error;
    });
    assert.equal(found.stdout, "");
  });
});
