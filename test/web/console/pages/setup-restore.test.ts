import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { setupToken } from "../../../../server/areas/setup/link.ts";
import { makeBackup } from "../../../../server/jobs/backup/backup.ts";
import { urlOf } from "../../../cli/foyer.ts";
import { cleanUpPlaces, connectionTo, inDatabase, newFolder, newMigrated } from "../../../server/jobs/backup/places.ts";
import { OWNER } from "../../../support/database/server.ts";
import { expectAccessible, openPage, startWeb, type Web } from "../../../support/browser/web.ts";
import { buildLocation, buildVisit, makeWorld } from "../../../support/world.ts";

let web: Web;
let old: Awaited<ReturnType<typeof makeWorld>>;
let folder: string;

/** A backup of the other server, sealed with this key. */
const backUp = async (day: string, secretKey: string): Promise<void> => {
  const path = join(folder, `daily-${day}T020000Z.foyer`);
  await makeBackup({ connection: await connectionTo(old.database), path, secretKey, now: Date.now() });
};

/** Opens the first-run page, and restores the newest backup. */
const restoreNewest = async () => {
  const opened = await openPage(web);
  await opened.page.goto(`${web.url}/setup#${setupToken(web.world.context.secretKey, Date.now())}`);
  await opened.page.getByRole("button", { name: "Restore" }).click();
  await opened.page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  return opened;
};

before(async () => {
  folder = await newFolder();
  old = await makeWorld({ asOwner: true });
  await buildVisit(old, await buildLocation(old));
  await backUp("20260101", "the-key-of-another-server-which-is-not-here");
  const database = await newMigrated();
  const DATABASE_URL = await urlOf(database, OWNER);
  web = await startWeb({ database, asOwner: true, env: { DATABASE_URL, BACKUP_DIR: folder } });
  await inDatabase(await connectionTo(database), (client) => client.query("delete from users"));
});
after(async () => {
  await web.close();
  await old.close();
  await cleanUpPlaces();
});

describe("restoring on the first-run page", () => {
  it("refuses a backup that none of our keys sealed, and says how it can be restored", async () => {
    const { page, complaints } = await restoreNewest();
    const refusal = page.getByRole("alert").filter({ hasText: "The backup isn't sealed with the SECRET_KEY set now" });
    await refusal.waitFor();
    assert.match(await refusal.innerText(), /foyer\.mjs restore FILE --accept-unsealed/);
    await expectAccessible(page);
    assert.equal(await page.getByRole("button", { name: "Log in" }).count(), 0);
    assert.deepEqual(complaints, []);
  });

  it("restores one that ours sealed, and leads to the login", async () => {
    await backUp("20260102", web.world.context.secretKey);
    const { page, complaints } = await restoreNewest();
    await page.getByRole("status").filter({ hasText: "Backup restored" }).waitFor();
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });
});
