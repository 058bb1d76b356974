import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { invitationToken } from "../../../server/resources/messages/invitations/invitation-link.ts";
import { arrive, buildSite, newestVisit } from "../../support/door.ts";
import { filmOf, openKiosk, press, startWithFilm } from "../../support/browser/kiosk-page.ts";
import { expectAccessible, startWeb, type Web, WITHOUT_WORKER } from "../../support/browser/web.ts";
import { buildRegistered } from "../../support/world.ts";

let web: Web;
let folder: string;

before(async () => {
  web = await startWeb();
  folder = await mkdtemp(join(tmpdir(), "foyer-film-"));
});
after(async () => {
  await web.close();
  await rm(folder, { recursive: true });
});

const showing = async (text: string): Promise<Web> => {
  const film = join(folder, `${Math.random()}.y4m`);
  await writeFile(film, filmOf(text));
  return { ...web, browser: await startWithFilm(film) };
};

/** Keys of an American keyboard that aren't letters or digits, with Shift where it is held. */
const SIGNS: Record<string, [code: string, shiftKey: boolean]> = {
  "#": ["Digit3", true],
  "=": ["Equal", false],
  ".": ["Period", false],
  "-": ["Minus", false],
  _: ["Minus", true],
};

/** Types a code as a reader does, without a pause, into whatever has the focus. */
const readWithReader = (page: Page, text: string): Promise<void> => {
  const keys = text.split("").map((character) => {
    const [code, shiftKey] = SIGNS[character] ?? [
      /\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`,
      /[A-Z]/.test(character),
    ];
    // On a French keyboard, the same key gives another character.
    return { code, shiftKey, key: "à", character };
  });
  return page.evaluate((typed) => {
    const keyDown = (init: KeyboardEventInit) =>
      new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true });
    // A key carries the time at which the reader sent it, however long the page is busy with the one before.
    const events = typed.map(({ character, ...key }) => ({ character, event: keyDown(key) }));
    const enter = keyDown({ code: "Enter", key: "Enter" });
    const dispatch = (event: KeyboardEvent) => (document.activeElement ?? document.body).dispatchEvent(event);
    for (const { character, event } of events)
      if (dispatch(event)) document.execCommand("insertText", false, character);
    dispatch(enter);
  }, keys);
};

describe("the kiosk reads codes", () => {
  it("of a reader that types, on any screen; what it typed doesn't stay in the field", async () => {
    const site = await buildSite(web.world);
    const { _id } = await buildRegistered(web.world, site.location, { visit_type: site.type._id });
    const token = invitationToken(
      web.world.context.secretKey,
      { location: site.location, registeredVisitorId: _id },
      { from: null, to: null, made: Date.now() },
    );
    const { page } = await openKiosk(web, site.kiosk);
    await press(page, "Sign in");
    await page.getByLabel("First name").fill("Lena");
    await page.getByLabel("First name").focus();
    await readWithReader(page, "4006381333931");
    assert.equal(await page.getByLabel("First name").inputValue(), "Lena");
    await readWithReader(page, `#i=${token}`);
    await page.getByRole("heading", { name: "Welcome, Rosa" }).waitFor();
  });

  it("an expected visitor with the code of their invitation is in within 3 presses; nothing is loaded from elsewhere", async () => {
    const site = await buildSite(web.world, { badge: true });
    const { _id } = await buildRegistered(web.world, site.location, {
      visit_type: site.type._id,
      recipient: "Ann Peeters",
    });
    const { secretKey } = web.world.context;
    const token = invitationToken(
      secretKey,
      { location: site.location, registeredVisitorId: _id },
      { from: null, to: null, made: Date.now() },
    );
    const shown = await showing(`https://visit.example.org/visit/#i=${token}`);
    const { page, complaints } = await openKiosk(shown, site.kiosk);
    const elsewhere: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(web.url) && !/^(blob|data):/.test(request.url())) elsewhere.push(request.url());
    });
    await press(page, "I’m expected");
    await page.getByRole("heading", { name: "Welcome, Rosa" }).waitFor();
    await press(page, "Sign in");
    await page.getByRole("heading", { name: "Welcome, Rosa." }).waitFor();
    assert.equal((await newestVisit(web.world, site)).known_visitor_id, _id);
    assert.deepEqual([complaints, elsewhere], [[], []]);
    await shown.browser.close();
  });

  it("with the camera on at the first screen, an invitation leads to one press, and a badge to none", async () => {
    const site = await buildSite(web.world, {}, { settings: { kiosk_camera: true } });
    const { _id } = await buildRegistered(web.world, site.location, {
      visit_type: site.type._id,
      recipient: "Ann Peeters",
    });
    const target = { location: site.location, registeredVisitorId: _id };
    const token = invitationToken(web.world.context.secretKey, target, { from: null, to: null, made: Date.now() });
    const inviting = await showing(`https://visit.example.org/visit/#i=${token}`);
    const first = await openKiosk(inviting, site.kiosk);
    await first.page.getByRole("heading", { name: "Welcome, Rosa" }).waitFor();
    await press(first.page, "Sign in");
    await first.page.getByRole("heading", { name: "Welcome, Rosa." }).waitFor();
    assert.deepEqual(first.complaints, []);
    await inviting.browser.close();
    const visit = await newestVisit(web.world, site);
    const { code } = (await web.world.get(`/visitors/${visit._id}/badge`)).body;
    const leaving = await showing(code);
    const { page, complaints } = await openKiosk(leaving, site.kiosk);
    await page.getByRole("heading", { name: /^Goodbye/ }).waitFor();
    assert.equal((await newestVisit(web.world, site)).signed_out_source, 1);
    assert.deepEqual(complaints, []);
    await leaving.browser.close();
  });

  it("a code that was read on the first screen leaves the next visitor's screen as it is", async () => {
    const site = await buildSite(web.world, {}, { settings: { kiosk_camera: true } });
    const { body } = await arrive(web.world, site);
    const shown = await showing(body.code);
    const { promise: typed, resolve: goOn } = Promise.withResolvers<void>();
    const { page } = await openKiosk(shown, site.kiosk, {
      device: WITHOUT_WORKER,
      before: (page) =>
        page.route("**/kiosk/api/recognise", async (route) => {
          await typed;
          await route.continue();
        }),
    });
    await page.waitForRequest("**/kiosk/api/recognise");
    await page.getByText("One moment.").waitFor();
    await press(page, "Sign in");
    await page.getByLabel("First name").fill("Bo");
    const answered = page.waitForResponse("**/kiosk/api/recognise");
    goOn();
    await (await answered).finished();
    await page.waitForLoadState("networkidle");
    assert.equal(await page.getByLabel("First name").inputValue(), "Bo");
    assert.equal((await newestVisit(web.world, site)).signed_out, undefined);
    await shown.browser.close();
  });

  it("on the first screen a sign-out that the network lost is kept, and the visitor says goodbye", async () => {
    const site = await buildSite(web.world, {}, { settings: { kiosk_camera: true } });
    const { body } = await arrive(web.world, site);
    const shown = await showing(body.code);
    const { page } = await openKiosk(shown, site.kiosk, {
      device: WITHOUT_WORKER,
      before: (page) => page.route("**/kiosk/api/signout", (route) => route.abort()),
    });
    await page.getByRole("heading", { name: /^Goodbye/ }).waitFor();
    assert.equal((await newestVisit(web.world, site)).signed_out, undefined);
    await page.unroute("**/kiosk/api/signout");
    while ((await newestVisit(web.world, site)).signed_out === undefined) await page.waitForTimeout(100);
    await shown.browser.close();
  });

  it("on the first screen a light says that the camera is on, and a code of another kind that it isn’t ours", async () => {
    const site = await buildSite(web.world, {}, { settings: { kiosk_camera: true } });
    const shown = await showing("https://menu.example.org/lunch");
    const { page } = await openKiosk(shown, site.kiosk);
    await page.getByText("Camera on: hold up your QR code.").waitFor();
    await page.getByText("This isn’t one of our codes").waitFor();
    await expectAccessible(page);
    await shown.browser.close();
  });

  it("without the setting the camera stays off at the first screen", async () => {
    const site = await buildSite(web.world);
    const shown = await showing("x");
    const { page } = await openKiosk(shown, site.kiosk, {
      before: (page) =>
        page.addInitScript(`{
          window.opened = 0;
          const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
          navigator.mediaDevices.getUserMedia = (what) => ((window.opened += 1), open(what));
        }`),
    });
    assert.equal(await page.evaluate("window.opened"), 0);
    await press(page, "I’m expected");
    await page.waitForFunction("window.opened === 1");
    await shown.browser.close();
  });

  it("what to hold up is said beside the picture, and without a camera, how to write the name", async () => {
    const site = await buildSite(web.world);
    const shown = await showing("x");
    for (const [browser, hints] of [
      [shown.browser, ["Hold your QR code up to the camera.", "Hold the QR code on your badge up to the camera."]],
      [web.browser, ["Your name as on your invitation.", "Your name as on your badge."]],
    ] as const) {
      const { page } = await openKiosk({ ...web, browser }, site.kiosk);
      for (const [n, way] of ["I’m expected", "Sign out"].entries()) {
        await press(page, way);
        await page.getByText(hints[n] ?? "", { exact: true }).waitFor();
        await press(page, "Back");
      }
    }
    await shown.browser.close();
  });

  it("a code that is not ours, such as a menu’s, is called that, and no visitor is looked up", async () => {
    const site = await buildSite(web.world);
    const shown = await showing("https://menu.example.org/lunch");
    const { page } = await openKiosk(shown, site.kiosk);
    const asked: string[] = [];
    page.on("request", (request) => void asked.push(new URL(request.url()).pathname));
    await press(page, "I’m expected");
    await page.getByText("This isn’t one of our codes").waitFor();
    await page.getByText("Hold your QR code up to the camera").waitFor();
    assert.ok(!asked.includes("/kiosk/api/recognise"));
    await shown.browser.close();
  });

  it("a badge held before the camera signs out without a press more", async () => {
    const site = await buildSite(web.world);
    const { body } = await arrive(web.world, site);
    const shown = await showing(body.code);
    const { page, complaints } = await openKiosk(shown, site.kiosk);
    await press(page, "Sign out");
    await page.getByRole("heading", { name: /^Goodbye/ }).waitFor();
    assert.equal((await newestVisit(web.world, site)).signed_out_source, 1);
    assert.deepEqual(complaints, []);
    await shown.browser.close();
  });
});
