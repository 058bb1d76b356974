import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { setupToken } from "../../../../server/areas/setup/link.ts";
import { makeBackup } from "../../../../server/jobs/backup/backup.ts";
import { urlOf } from "../../../cli/foyer.ts";
import { cleanUpPlaces, connectionTo, inDatabase, newFolder, newMigrated } from "../../../server/jobs/backup/places.ts";
import { OWNER } from "../../../support/server.ts";
import { expectAccessible, openPage, startWeb, type Web } from "../../../support/web.ts";
import { buildLocation, buildVisit, makeWorld } from "../../../support/world.ts";

let web: Web;

before(async () => {
  const folder = await newFolder();
  const old = await makeWorld({ asOwner: true });
  await buildVisit(old, await buildLocation(old));
  const secretKey = "the-key-of-another-server-which-is-not-here";
  const path = join(folder, "daily-20260101T020000Z.foyer");
  await makeBackup({ connection: await connectionTo(old.database), path, secretKey, now: Date.now() });
  await old.close();
  const database = await newMigrated();
  const DATABASE_URL = await urlOf(database, OWNER);
  web = await startWeb({ database, asOwner: true, env: { DATABASE_URL, BACKUP_DIR: folder } });
  await inDatabase(await connectionTo(database), (client) => client.query("delete from users"));
});
after(async () => {
  await web.close();
  await cleanUpPlaces();
});

describe("restoring on the first-run page", () => {
  it("says what to know of a backup with another key, and leads to the login", async () => {
    const { page, complaints } = await openPage(web);
    await page.goto(`${web.url}/setup#${setupToken(web.world.context.secretKey, Date.now())}`);
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
    const status = page.getByRole("status").filter({ hasText: "Backup restored" });
    await status.waitFor();
    const notes = await status.getByRole("listitem").allInnerTexts();
    assert.equal(notes.length, 1);
    assert.match(notes[0] ?? "", /^This server’s SECRET_KEY isn’t the one of the backup\./);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByLabel("Email").waitFor();
    assert.deepEqual(complaints, []);
  });
});
