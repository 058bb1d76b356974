import { encodeQR } from "qr";
import type { Browser, Page } from "playwright-core";

import { startBrowser } from "./browser.ts";
import type { Kiosk } from "../kiosk.ts";
import { type Opened, openPage, type Web } from "./web.ts";

/** A tablet that lies on the desk. */
export const TABLET = { viewport: { width: 1180, height: 820 }, permissions: ["camera"] };

/** A browser with a camera, which shows moving shapes. */
export const CAMERA = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

/** Starts a browser with a camera. @param film a y4m file that it shows */
export const startWithFilm = (film: string): Promise<Browser> =>
  startBrowser([...CAMERA, `--use-file-for-fake-video-capture=${film}`]);

/** The app's store as it is after pairing: the way there has a test of its own, and takes three seconds. */
export const putCredential = (credential: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open("foyer-kiosk", 1);
    opening.addEventListener("error", () => reject(opening.error ?? new Error("no store")));
    opening.addEventListener("upgradeneeded", () => {
      opening.result.createObjectStore("kept");
      opening.result.createObjectStore("waiting", { autoIncrement: true });
    });
    opening.addEventListener("success", () => {
      const writing = opening.result.transaction("kept", "readwrite");
      writing.objectStore("kept").put(credential, "credential");
      writing.addEventListener("complete", () => {
        opening.result.close();
        resolve();
      });
    });
  });

/** Opens a paired kiosk at its first screen. @param before what is done to the page before it is shown */
export const openKiosk = async (
  web: Web,
  kiosk: Kiosk,
  { device = {}, before }: { device?: Record<string, unknown>; before?: (page: Page) => Promise<unknown> } = {},
): Promise<Opened> => {
  const opened = await openPage(web, { ...TABLET, ...device });
  const { page } = opened;
  page.setDefaultTimeout(10_000);
  await page.goto(`${web.url}/kiosk/icon-192.png`);
  await page.evaluate(putCredential, kiosk.as.authorization.replace("Bearer ", ""));
  // The browser shows a picture with styles of its own, which the policy of files keeps away.
  opened.complaints.length = 0;
  await before?.(page);
  await page.goto(`${web.url}/kiosk/`);
  await page.getByRole("button", { name: /^Sign in/ }).waitFor();
  return opened;
};

/** Presses a button by the beginning of its name. */
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name: new RegExp(`^${name}`) }).click();

/**
 * One visitor from the first screen to the first screen, where only names are asked, as fast as the screens come: a hand from
 * outside takes ten times as long.
 */
export const passThrough = (page: Page, first: string, last: string): Promise<void> =>
  page.evaluate(
    async (names) => {
      const found = async <T>(look: () => T | null | undefined): Promise<T> => {
        for (;;) {
          const seen = look();
          if (seen !== null && seen !== undefined) return seen;
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      };
      const button = (name: string): HTMLElement | undefined =>
        [...document.querySelectorAll("button")].find((one) => one.textContent.startsWith(name));
      const type = (label: string, text: string): void => {
        const field = [...document.querySelectorAll("label")].find((one) => one.textContent.startsWith(label))?.control;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
        field?.dispatchEvent(new Event("input", { bubbles: true }));
      };
      (await found(() => button("Sign in"))).click();
      await found(() => document.querySelector("main input"));
      type("First name", names.first);
      type("Last name", names.last);
      (await found(() => button("Sign in"))).click();
      (await found(() => button("Done"))).click();
      await found(() => button("I’m expected"));
    },
    { first, last },
  );

/** Draws a line on the pad. */
export const draw = async (page: Page): Promise<void> => {
  const box = await page.locator("canvas").boundingBox();
  if (box === null) throw new Error("there is no pad");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 60, y);
  await page.mouse.down();
  for (let n = 0; n < 12; n += 1) await page.mouse.move(box.x + 60 + n * 15, y + (n % 2) * 40);
  await page.mouse.up();
};

const WIDTH = 640;
const HEIGHT = 480;
const DOT = 6;

/** A film of one picture that shows a QR code, as a camera would see it held up. */
export const filmOf = (text: string): Buffer => {
  const code = encodeQR(text, "raw", { border: 4 });
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235);
  const [left, top] = [Math.floor((WIDTH - code.length * DOT) / 2), Math.floor((HEIGHT - code.length * DOT) / 2)];
  for (const [y, row] of code.entries())
    for (const x of row.flatMap((on, at) => (on ? [at] : [])))
      for (let line = 0; line < DOT; line += 1) {
        const from = (top + y * DOT + line) * WIDTH + left + x * DOT;
        luma.fill(16, from, from + DOT);
      }
  const chroma = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, chroma]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`), frame, frame, frame]);
};
