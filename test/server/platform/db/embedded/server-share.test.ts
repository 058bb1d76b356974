import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";

import { startEmbedded } from "../../../../../server/platform/db/embedded/embedded.ts";
import { shareServer } from "../../../../../server/platform/db/embedded/server-share.ts";
import { makeFolder, query } from "./fixture.ts";

describe("the share of a command in the embedded server", () => {
  it("keeps the server until it is given back; a command that comes meanwhile is told when the server has ended", async () => {
    const server = await startEmbedded({ dataDir: join(await makeFolder(), "data") });
    const connection = { host: server.socketDir, user: server.user, database: "postgres", ssl: false };
    const [owner, other] = [await shareServer(connection), await shareServer(connection)];
    const steps: string[] = [];
    const alone = owner.waitForOthers().then(() => void steps.push("alone"));
    const late = assert.rejects(shareServer(connection), ({ code }) => /^57P0[13]$/.test(code));
    await query(server, "select pg_sleep(0.1)");
    assert.deepEqual(steps, []);
    await other.giveBack();
    await alone;
    await server.stop();
    await Promise.all([late, owner.giveBack()]);
  });
});
