import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";

type Lock = {
  packages: Record<string, { integrity?: string; hasInstallScript?: boolean; dev?: boolean; optional?: boolean }>;
};

const read = async (): Promise<Lock> =>
  JSON.parse(await readFile(join(import.meta.dirname, "../../package-lock.json"), "utf8")) as Lock;

describe("package-lock.json", () => {
  it("names the hash of every package, so that nothing else is ever installed", async () => {
    const { packages } = await read();
    const without = Object.keys(packages).filter((path) => path !== "" && packages[path]?.integrity === undefined);
    assert.deepEqual(without, []);
  });
});
