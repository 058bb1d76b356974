import assert from "node:assert/strict";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { globSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import type * as copiedNotifications from "../../server/jobs/notifications/notifications.ts";
import { cleanUp, undoLater } from "../support/run/process.ts";
import { copyProject, runIn } from "../support/run/project-copy.ts";
import type * as copiedWeb from "../support/browser/web.ts";
import { openPage, type Web } from "../support/browser/web.ts";
import { type Answer, type Body, buildLocation, buildVisit } from "../support/world.ts";
import { pairKiosk } from "../support/kiosk.ts";
import { openKiosk } from "../support/browser/kiosk-page.ts";
import { readPdf } from "../server/resources/agreements/read-pdf.ts";
import { readWorkbook } from "../server/resources/exports/workbook.ts";

/** Klingon, which no version of Foyer is going to have. */
const CODE = "tlh";
/** What each text of it ends with. */
const SIGN = " Qapla";

let web: Web;
let location: string;
let notifications: typeof copiedNotifications;

const marked = (texts: unknown): unknown =>
  typeof texts === "string"
    ? texts + SIGN
    : Object.fromEntries(Object.entries(Object(texts)).map(([key, text]) => [key, marked(text)]));

/** Copies English, and writes the sign behind each text. A file and two texts are left out, as in a translation that isn't finished. */
const addLanguage = async (project: string): Promise<void> => {
  const folder = join(project, "texts", CODE);
  await cp(join(project, "texts/en"), folder, { recursive: true });
  await rm(join(folder, "sessions.json"));
  for (const name of globSync("*.json", { cwd: folder })) {
    const texts: Body = marked(JSON.parse(await readFile(join(folder, name), "utf8")));
    if (name === "messages.json") delete texts.hosts.footer;
    if (name === "login.json") delete texts.forgot;
    await writeFile(join(folder, name), JSON.stringify(texts));
  }
};

before(async () => {
  const copy = await copyProject();
  await addLanguage(copy);
  // The pages of this run are built already, and stay as they are.
  await runIn(copy, "env", ["-u", "WEB_DIR", process.execPath, "web/build.ts"]);
  const { startWeb }: typeof copiedWeb = await import(join(copy, "test/support/browser/web.ts"));
  web = await startWeb({ env: { WEB_DIR: join(copy, "dist/web") } });
  undoLater(() => web.close());
  notifications = await import(join(copy, "server/jobs/notifications/notifications.ts"));
  location = await buildLocation(web.world, { languages: [CODE, "en"], default_language: CODE });
});
after(cleanUp);

const inLanguage = (text: string): string => `${text}${SIGN}`;

const page = async (path: string) => {
  const opened = await openPage(web, { locale: CODE });
  await opened.page.goto(`${web.url}${path}`);
  return opened.page;
};

const raw = async (url: string, headers: Record<string, string>): Promise<{ body: string; bytes: Buffer }> => {
  const answer = await web.world.app.inject({ url, headers });
  return { body: answer.body, bytes: answer.rawPayload };
};

const post = async (path: string, body: unknown): Promise<Body> => {
  const { status, body: made, text }: Answer = await web.world.post(path, body);
  assert.equal(status, 200, text);
  return made;
};

describe("A folder of texts is a language, without a line of code (docs/worked-examples.md)", () => {
  it("the console offers it, and has in English what it lacks", async () => {
    const login = await page("/login");
    await login.getByRole("heading", { name: inLanguage("Log in") }).waitFor();
    assert.equal(await login.locator(`button[lang=${CODE}]`).getAttribute("aria-pressed"), "true");
    await login.getByText("Forgot your password?", { exact: true }).waitFor();
  });

  it("the kiosk", async () => {
    const { page: kiosk } = await openKiosk(web, await pairKiosk(web.world, location));
    await kiosk.getByRole("button", { name: inLanguage("I’m expected") }).waitFor();
  });

  it("the visitor's phone", async () => {
    const phone = await page("/visit");
    await phone.getByText(inLanguage("This link is incomplete")).waitFor();
  });

  it("200: a mail and an SMS to a host; the mail has the footer that it lacks in English", async () => {
    await post("/visitees", {
      company_id: location,
      cn: "Ann Peeters",
      mail: "ann@example.org",
      mobile: "+32470000001",
    });
    await buildVisit(web.world, location, { recipient: "Ann Peeters" });
    await notifications.queueNotifications(web.world.context);
    const messages: Body[] = (await web.world.get(`/companies/${location}/outbox`)).body;
    const textOf = (wanted: string): string => messages.find(({ kind }) => kind === wanted)?.text;
    assert.match(textOf("mail"), new RegExp(`Jo Janssens signed in at .*\\.${SIGN}\n`));
    assert.match(textOf("mail"), /sends this to hosts when they have visitors\.\n$/);
    assert.match(textOf("sms"), new RegExp(`is here to see you\\. Reply: \\[link for the host\\]${SIGN}${SIGN}$`));
  });

  it("200: the PDF of a signed agreement", async () => {
    const { _id } = await post(`/companies/${location}/agreements`, { name: "Rules" });
    const visit = await buildVisit(web.world, location, { language_id: CODE, agreements: [_id] });
    const { bytes } = await raw(`/api/visitors/${visit._id}/agreements/${_id}/pdf`, web.world.admin);
    assert.ok(readPdf(bytes).text.includes(inLanguage("Signed agreement")));
  });

  it("200: an export", async () => {
    const { bytes } = await raw(`/api/visitors/export/bycompany/${location}?language_id=${CODE}`, web.world.admin);
    assert.equal(readWorkbook(bytes).rows[0]?.[0]?.value, inLanguage("First name"));
  });

  it("403: the pages that the server writes", async () => {
    const bodyOf = async (path: string) => (await raw(path, { "accept-language": `${CODE},en;q=0.8` })).body;
    assert.ok((await bodyOf("/decide?token=none")).includes(inLanguage("This link has expired")));
    // Its file is left out.
    assert.match(await bodyOf("/session/password?token=none"), />This link has expired</);
  });
});
