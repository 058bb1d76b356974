import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, it } from "node:test";

import { startEmbedded } from "../../server/platform/db/embedded/embedded.ts";
import { foyer, makeFolder } from "./foyer.ts";

let dataDir: string;
let env: Record<string, string>;

before(async () => {
  dataDir = join(await makeFolder(), "data");
  await mkdir(dataDir);
  // Meant for another server: nothing of it may be taken for the embedded one.
  env = { DATA_DIR: dataDir, PGPORT: "6000", PGSSLMODE: "require", PGDATABASE: "other" };
});

const names = async (): Promise<string[]> => {
  const { code, stdout, stderr } = await foyer(["location", "list", "--json"], { env });
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout).map(({ name }: { name: string }) => name);
};

describe("foyer, with the embedded database", () => {
  it("0: shares the server that runs, and starts one for itself when none does: the data is the same", async () => {
    const server = await startEmbedded({ dataDir });
    const beside = await foyer(["location", "add", "Beside"], { env }).finally(() => server.stop());
    assert.equal(beside.code, 0, beside.stderr);
    assert.deepEqual(await names(), ["Beside"]);
  });

  it("0: commands at the same time wait for each other, and none stops the server under another", async () => {
    const commands = [...["A", "B", "C"].map((name) => ["location", "add", name]), ["backup"]];
    const ran = await Promise.all(commands.map((command) => foyer(command, { env })));
    for (const [n, { code, stderr }] of ran.entries()) assert.equal(code, 0, `${commands[n]?.join(" ")}: ${stderr}`);
    assert.deepEqual(await names(), ["A", "B", "Beside", "C"]);
  });
});
