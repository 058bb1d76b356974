import assert from "node:assert/strict";
import type { Socket } from "node:net";

import type { Browser, BrowserContext, Page } from "playwright-core";

import type { Role } from "../../../shared/roles.ts";
import { violationsOf } from "./axe.ts";
import { startBrowser } from "./browser.ts";
import { closeAfterTest, undoAfterTest } from "./open-contexts.ts";
import { borrowBrowser, returnBrowser } from "./shared-browsers.ts";
import { type Body, listen, makeWorld, type World, type WorldOptions } from "../world.ts";

/** A service that listens, and a browser beside it. */
export type Web = { browser: Browser; world: World; url: string; close: () => Promise<void> };

/** A page, and what its browser complained about. */
export type Opened = { page: Page; context: BrowserContext; complaints: string[] };

type Device = NonNullable<Parameters<Browser["newContext"]>[0]> & {
  /** Has the console load its other pages once it is at rest, as it does unless the browser saves data: more than the page itself costs. */
  loadsAhead?: true;
};

/**
 * Starts a service with its pages, once a file, and a browser, once a process.
 * @param flags of a browser that has others, such as a fake camera
 */
export const startWeb = async ({
  flags = [],
  ...options
}: WorldOptions & { flags?: readonly string[] } = {}): Promise<Web> => {
  const webDir = process.env["WEB_DIR"];
  const world = await makeWorld({
    ...options,
    env: { PORT: "0", ...(webDir === undefined ? {} : { WEB_DIR: webDir }), ...options.env },
  });
  const url = await listen(world);
  const browser = await borrowBrowser(flags, startBrowser);
  const close = async (): Promise<void> => {
    await returnBrowser(browser);
    await world.close();
  };
  return { browser, world, url, close };
};

/** What moves costs time in every test, and is tested where it matters. */
const STILL = { reducedMotion: "reduce" } as const;
/** Has the console ask for nothing but the page itself: it loads its other pages once it is at rest, unless the browser saves data. */
export const SAVE_DATA = `Object.defineProperty(navigator.connection, "saveData", { value: true })`;

/** A whole browser opens a dialog to print, and while it is open the page can't be made a PDF. */
const WITHOUT_DIALOG = "globalThis.print = () => undefined";

/** For tests that hold or refuse a call: once a worker has taken the page over, its calls pass by what the test does to them. */
export const WITHOUT_WORKER = { serviceWorkers: "block" } as const;

/** Opens a context with one page until the end of the test, and collects all complaints: errors, and whatever the policy kept away. */
export const openPage = async (
  { browser }: Pick<Web, "browser">,
  { loadsAhead, ...device }: Device = {},
): Promise<Opened> => {
  const context = await browser.newContext({
    ...STILL,
    viewport: { width: 1440, height: 960 },
    locale: "en-GB",
    ...device,
  });
  closeAfterTest(context);
  await context.addInitScript(WITHOUT_DIALOG);
  if (loadsAhead === undefined) await context.addInitScript(SAVE_DATA);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    const expected = message.text().startsWith("Failed to load resource");
    if (["error", "warning"].includes(message.type()) && !expected) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return { page, context, complaints };
};

const PASSWORD = "a-password-of-some-length";
let users = 0;

/** Makes a user of a role on these locations. */
export const buildUser = async ({ world }: Web, role: Role, companies: readonly string[]): Promise<Body> => {
  users += 1;
  const email = `${role}-${users}@example.org`;
  const body = { email, first_name: "Noor", last_name: "Janssen", role, companies, password: PASSWORD };
  const { status, body: user, text } = await world.post("/users", body);
  assert.equal(status, 200, text);
  return user;
};

/** Logs a user in, for every page of the context. */
export const logIn = async ({ url }: Web, { request }: BrowserContext, { email }: Body): Promise<void> => {
  const answer = await request.post(`${url}/session`, {
    data: { email, password: PASSWORD },
    headers: { origin: url },
  });
  assert.equal(answer.status(), 200, await answer.text());
};

/** Opens a page on which a new user of this role is logged in. */
export const openAs = async (
  web: Web,
  role: Role,
  companies: readonly string[],
  device: Device = {},
): Promise<Opened & { user: Body }> => {
  const user = await buildUser(web, role, companies);
  const opened = await openPage(web, device);
  await logIn(web, opened.context, user);
  return { ...opened, user };
};

/** Finds what keeps people with disabilities out of the page as it is now: nothing may (WCAG 2.2 AA, in light and dark). */
export const expectAccessible = async (page: Page): Promise<void> => {
  for (const [colorScheme, part] of [
    ["light", "all"],
    ["dark", "colours"],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    assert.deepEqual(await violationsOf(page, [], part), [], `${page.url()} in ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
};

/** Waits until the event stream is read, so that what happens next arrives. */
export const untilLive = (page: Page): Promise<void> => page.getByText("Live", { exact: true }).waitFor();

/**
 * Takes the network away, and waits until the page itself is without: the browser says that it is before its network is. The service
 * takes no connections either, since what a page calls while it is loaded anew may pass the browser's own wall. The network is back
 * after the test at the latest.
 * @returns brings it back
 */
export const goOffline = async (page: Page, { world }: Pick<Web, "world">): Promise<() => Promise<void>> => {
  const refuse = (socket: Socket): void => void socket.destroy();
  const { server } = world.app;
  await page.context().setOffline(true);
  server.on("connection", refuse);
  server.closeAllConnections();
  const takeAgain = (): void => void server.off("connection", refuse);
  undoAfterTest(takeAgain);
  await page.evaluate(`(async () => {
    const reaches = () => fetch("/healthz", { cache: "no-store" }).then(() => true, () => false);
    while ((await reaches()) || navigator.onLine);
  })()`);
  return async () => {
    takeAgain();
    await page.context().setOffline(false);
  };
};
