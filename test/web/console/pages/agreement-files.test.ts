import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";
import Pdf from "pdfkit";

import { pdfWith } from "../../../server/resources/agreements/pictures.ts";
import { buildAgreement, buildSite, newestVisit, type Site } from "../../../support/door.ts";
import { flawsOf, SIZES } from "../../../support/browser/fit.ts";
import { casesOf } from "../../../support/run/size.ts";
import { openKiosk, press } from "../../../support/browser/kiosk-page.ts";
import { until } from "../../../support/run/process.ts";
import { posterOf } from "../../../support/visitor.ts";
import { expectAccessible, goOffline, openAs, openPage, startWeb, type Web } from "../../../support/browser/web.ts";

let web: Web;
let films: Server;
let film: Buffer;

/** A film of a second, made by the browser itself. */
const makeFilm = async (page: Page): Promise<Buffer> => {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 160, height: 90 });
    const pen = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: "video/webm" });
    const parts: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
    recorder.start();
    for (let n = 0; n < 12; n += 1) {
      pen?.fillRect(n * 12, 0, 10, 90);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  return Buffer.from(bytes);
};

before(async () => {
  web = await startWeb();
  const { page, context } = await openPage(web);
  film = await makeFilm(page);
  await context.close();
  films = createServer(({ url }, answer) => {
    if (url !== "/rules.webm") return answer.writeHead(404).end();
    return answer.writeHead(200, { "content-type": "video/webm", "content-length": film.length }).end(film);
  });
  await new Promise<void>((resolve) => films.listen(0, "127.0.0.1", resolve));
});
after(async () => {
  films.close();
  await web.close();
});

const filmAt = (path: string): string => `http://127.0.0.1:${(films.address() as AddressInfo).port}${path}`;

/** Two pages in the font that every reader must have of its own. */
const makePdf = async (): Promise<string> => {
  const paper = new Pdf({ size: "A4" });
  paper.fontSize(28).text("Rules of the harbour").addPage().text("Wear a helmet");
  paper.end();
  return Buffer.concat(await paper.toArray()).toString("base64");
};

const HIDDEN = ["company", "email", "phone", "recipient"].map((field_name) => ({
  field_name,
  visible: false,
  required: false,
}));

const siteWith = async (agreement: Record<string, unknown>): Promise<Site> => {
  const site = await buildSite(web.world, { fields: HIDDEN, badge: false });
  await buildAgreement(web.world, site, { agreement_text: {}, ...agreement });
  return site;
};

const typeNameAndGoOn = async (page: Page): Promise<void> => {
  await page.getByLabel("First name").fill("Lena");
  await page.getByLabel("Last name").fill("Vogt");
  await press(page, "Continue");
};

const toAgreement = async (page: Page): Promise<void> => {
  await press(page, "Sign in");
  await typeNameAndGoOn(page);
};

/** How many dots of the page are not as white as paper. */
const inkOn = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const paper = document.querySelector<HTMLCanvasElement>("section canvas");
    const dots = paper?.getContext("2d")?.getImageData(0, 0, paper.width, paper.height).data ?? [];
    return dots.filter((value, n) => n % 4 === 0 && value < 128).length;
  });

const typeNameAndAgree = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Type your name" }).click();
  await page.getByLabel(/your full name/i).fill("Lena Vogt");
  await press(page, "Agree");
};

describe("agreements that are documents", () => {
  it("the kiosk draws a document page by page, with its text for readers, also offline and after a restart", async () => {
    const site = await siteWith({ type: "pdf", pdf: await makePdf() });
    const { page, context, complaints } = await openKiosk(web, site.kiosk, { device: { reducedMotion: "reduce" } });
    const isKept = () =>
      page.evaluate(
        async () =>
          (await navigator.serviceWorker.ready).active?.state === "activated" &&
          (await (await caches.open("foyer-documents")).keys()).length === 1,
      );
    await until("the document", async () => (await isKept()) || undefined);
    await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
    const goOnline = await goOffline(page, web);
    await page.reload();
    await toAgreement(page);
    await page.getByText("Rules of the harbour").waitFor({ state: "attached" });
    assert.ok((await inkOn(page)) > 100, "the page is drawn");
    await page.getByText("Page 1 of 2").waitFor();
    await expectAccessible(page);
    await press(page, "Next page");
    await page.getByText("Wear a helmet").waitFor({ state: "attached" });
    await typeNameAndAgree(page);
    await page.getByRole("heading", { name: "Welcome, Lena." }).waitFor();
    await goOnline();
    const arrived = async () => (await web.world.get(`/visitors/bycompany/${site.location}?count=1&page=1`)).body.total;
    while ((await arrived()) === 0) await page.evaluate(() => window.dispatchEvent(new Event("online")));
    assert.equal((await newestVisit(web.world, site)).agreements.length, 1);
    assert.deepEqual(complaints, []);
  });

  it("a phone draws it, too; a file that is not a document is reported, and reception has it", async () => {
    const site = await siteWith({ type: "pdf", pdf: await makePdf() });
    const { page, complaints } = await openPage(web, { viewport: { width: 390, height: 844 }, isMobile: true });
    await page.goto(`${web.url}/visit/#p=${await posterOf(web.world, site.location, site.door)}`);
    await toAgreement(page);
    await page.getByText("Rules of the harbour").waitFor({ state: "attached" });
    assert.ok((await inkOn(page)) > 100, "the page is drawn");
    await expectAccessible(page);
    await press(page, "Next page");
    await page.getByText("Wear a helmet").waitFor({ state: "attached" });
    const broken = await siteWith({ type: "pdf", pdf: pdfWith("no page").toString("base64") });
    const kiosk = await openKiosk(web, broken.kiosk);
    await toAgreement(kiosk.page);
    await kiosk.page.getByText(/The document can’t be shown here/).waitFor();
    await typeNameAndAgree(kiosk.page);
    await kiosk.page.getByRole("heading", { name: "Welcome, Lena." }).waitFor();
    assert.deepEqual([complaints, kiosk.complaints], [[], []]);
  });
});

describe("agreements that are videos (watched to the end)", () => {
  it("no visitor agrees before the end, and one who jumps ahead is taken back", async () => {
    const site = await siteWith({ type: "video", video: filmAt("/rules.webm") });
    const { page, complaints } = await openKiosk(web, site.kiosk);
    await toAgreement(page);
    const first = page.getByRole("button", { name: "Watch to the end first" });
    assert.equal(await first.isDisabled(), true);
    await expectAccessible(page);
    const jumped = await page.locator("video").evaluate(async (video: HTMLVideoElement) => {
      video.currentTime = 100;
      await new Promise((resolve) => video.addEventListener("seeked", resolve, { once: true }));
      return [video.currentTime, video.ended];
    });
    assert.deepEqual(jumped, [0, false]);
    await page.locator("video").evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play();
    });
    await page.getByRole("button", { name: "Agree and continue" }).waitFor();
    await typeNameAndAgree(page);
    await page.getByRole("heading", { name: "Welcome, Lena." }).waitFor();
    assert.equal((await newestVisit(web.world, site)).agreements.length, 1);
    assert.deepEqual(complaints, []);
  });

  it("a kiosk does not ask whether the visitor is still there while the video plays", async () => {
    const site = await siteWith({ type: "video", video: filmAt("/rules.webm") });
    const { page } = await openKiosk(web, site.kiosk, { before: (page) => page.clock.install() });
    await press(page, "Sign in");
    await page.clock.runFor(1000);
    await typeNameAndGoOn(page);
    const video = page.locator("video");
    await video.evaluate((film: HTMLVideoElement) => Object.assign(film, { loop: true, muted: true }));
    await press(page, "Play the video");
    for (let n = 0; n < 8; n += 1) {
      await video.evaluate(
        (film) => new Promise((resolve) => film.addEventListener("timeupdate", resolve, { once: true })),
      );
      await page.clock.runFor(10_000);
    }
    assert.equal(
      await page.getByRole("dialog").count(),
      0,
      "80 s of video, and 60 s until the screen would be cleared",
    );
    await video.evaluate((film: HTMLVideoElement) => film.pause());
    await page.clock.runFor(46_000);
    await page.getByRole("dialog", { name: "Are you still there?" }).waitFor();
  });

  it("captions that the console took are on at the kiosk and on a phone, and the visitor turns them off", async () => {
    const site = await buildSite(web.world, { fields: HIDDEN, badge: false });
    const { _id } = await buildAgreement(web.world, site, { type: "video", video: filmAt("/rules.webm") });
    const { page: desk } = await openAs(web, "local_admin", [site.location]);
    await desk.goto(`${web.url}/at/${site.location}/settings/agreements/${_id}`);
    const field = desk.getByLabel("Captions, English");
    const choose = async (text: string): Promise<void> => {
      const files = { name: "rules.vtt", mimeType: "text/vtt", buffer: Buffer.from(text) };
      await desk.locator("input[type=file][data-language=en]").setInputFiles(files);
      while ((await field.inputValue()) !== text) await desk.waitForTimeout(20);
      await desk.keyboard.press("Control+s");
    };
    await choose("1\n00:00:00,000 --> 00:00:09,000\nWear a helmet.\n");
    await desk.getByText("This isn’t a WebVTT file.").waitFor();
    await choose("WEBVTT\n\n00:00.000 --> 00:09.000\nWear a helmet.\n");
    await desk.getByText(/unsaved/).waitFor({ state: "detached" });
    await expectAccessible(desk);
    const phone = await openPage(web, { viewport: { width: 390, height: 844 }, isMobile: true });
    await phone.page.goto(`${web.url}/visit/#p=${await posterOf(web.world, site.location, site.door)}`);
    const kiosk = await openKiosk(web, site.kiosk);
    for (const { page, complaints } of [kiosk, phone]) {
      await toAgreement(page);
      await page.getByRole("button", { name: "Hide captions" }).waitFor();
      await page
        .locator("video")
        .evaluate((film: HTMLVideoElement) => Object.assign(film, { loop: true, muted: true }));
      await press(page, "Play the video");
      await page.waitForFunction(() => document.querySelector("video")?.textTracks[0]?.activeCues?.length === 1);
      const shown = () =>
        page.evaluate(() => {
          const track = document.querySelector("video")?.textTracks[0];
          return [track?.mode, track?.language, (track?.activeCues?.[0] as VTTCue | undefined)?.text];
        });
      assert.deepEqual(await shown(), ["showing", "en", "Wear a helmet."]);
      await expectAccessible(page);
      for (const [width, height] of page === kiosk.page ? casesOf(SIZES) : []) {
        for (const size of ["100%", "200%"]) {
          await page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size);
          await page.setViewportSize({ width, height: height - 1 });
          await page.setViewportSize({ width, height });
          const flaws = await flawsOf(page, { mayScroll: size === "200%" });
          assert.deepEqual(flaws, [], `${width}x${height}, ${size}`);
          const film = await page.locator("video").evaluate((video) => video.clientHeight);
          assert.ok(film >= 100, `${width}x${height}, ${size}: ${film}`);
        }
      }
      await press(page, "Hide captions");
      await page.getByRole("button", { name: "Show captions" }).waitFor();
      assert.equal((await shown())[0], "hidden");
      assert.deepEqual(complaints, []);
    }
  });

  it("a video that can't be reached is said, at the kiosk and on a phone, and keeps no visitor out", async () => {
    const site = await siteWith({ type: "video", video: filmAt("/gone.webm") });
    const { page } = await openKiosk(web, site.kiosk);
    await toAgreement(page);
    await page.getByText(/The video can’t be played here/).waitFor();
    await typeNameAndAgree(page);
    await page.getByRole("heading", { name: "Welcome, Lena." }).waitFor();
    const phone = await openPage(web, { viewport: { width: 390, height: 844 }, isMobile: true });
    await phone.page.goto(`${web.url}/visit/#p=${await posterOf(web.world, site.location, site.door)}`);
    await toAgreement(phone.page);
    await phone.page.getByText(/The video can’t be played here/).waitFor();
    assert.equal(await phone.page.getByRole("button", { name: "Continue to sign" }).count(), 1);
  });
});
