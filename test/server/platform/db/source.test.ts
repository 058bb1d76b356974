import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, it } from "node:test";

import { readConfig } from "../../../../server/platform/config/config.ts";
import { findEmbedded } from "../../../../server/platform/db/embedded/embedded.ts";
import { openSource } from "../../../../server/platform/db/source.ts";
import { cleanUp, makeFolder } from "../../../support/run/process.ts";

after(cleanUp);

const postmasterOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, "pg", "18", "postmaster.pid"), "utf8")).split("\n")[0]);

describe("the embedded database of the service (docs/decisions/0002)", () => {
  it("stop: told while a killed server is being started again, it ends, and no server stays", async () => {
    const dataDir = await makeFolder();
    const noticed = Promise.withResolvers<void>();
    const source = await openSource(readConfig({ DATA_DIR: dataDir }), {
      warn: () => undefined,
      error: () => noticed.resolve(),
    });
    process.kill(await postmasterOf(dataDir), "SIGKILL");
    await noticed.promise;
    await source.stop();
    assert.equal(await findEmbedded(dataDir), undefined);
  });
});
