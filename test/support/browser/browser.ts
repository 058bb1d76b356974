import { readFile } from "node:fs/promises";
import { delimiter, join } from "node:path";

import { type Browser, type BrowserContext, chromium } from "playwright-core";

import { findOrInstall, installPackages, isRunnable } from "../run/debian.ts";

const SHELL = "chromium-headless-shell";
/** The shell comes first: it draws pages and no window around them, for half of the processor time. */
const NAMES = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const candidates = (): string[] => {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin"].filter((folder) => folder !== "");
  return NAMES.flatMap((name) => [...new Set(folders)].map((folder) => join(folder, name)));
};

const findInstalled = async (): Promise<string | undefined> => {
  const given = process.env["CHROMIUM_PATH"];
  if (given !== undefined && given !== "") {
    if (await isRunnable(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which is no program.`);
  }
  for (const path of candidates()) if (await isRunnable(path)) return path;
  return undefined;
};

const MISSING =
  "No Chromium was found, and the tests of pages need one. Install it (Debian: apt-get install chromium-headless-shell, " +
  "or chromium), or set CHROMIUM_PATH to its program.";

/** The program of a Chromium; as root, Debian's package is installed if it is missing: the shell, or else the whole browser. */
const findChromium = async (): Promise<string> => {
  const found = await findInstalled();
  if (found !== undefined) return found;
  const installed = await installPackages(MISSING, SHELL).then(findInstalled, () => undefined);
  return installed ?? findOrInstall(findInstalled, MISSING, "chromium");
};

/**
 * Nothing it does by itself may reach a network; a container's /dev/shm is too small for it. The pages of a context share a process
 * (those of different contexts never do): the first one of each is opened empty, and would have had a process for that alone.
 */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--renderer-process-limit=1",
];

const launch = async (flags: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: await findChromium(), args: [...FLAGS, ...flags] });

/** Another process may be unpacking the very package: installing waits for its end, and does nothing more. */
const launchOnceInstalled = async (flags: readonly string[], failure: unknown): Promise<Browser> => {
  await installPackages(MISSING, SHELL).catch(() => Promise.reject(failure));
  return launch(flags);
};

/**
 * Starts a headless Chromium. Never skipped: without one the test fails and says what to install.
 * @param flags more of them, such as those of a fake camera
 */
export const startBrowser = (flags: readonly string[] = []): Promise<Browser> =>
  launch(flags).catch((failure: unknown) => launchOnceInstalled(flags, failure));

/** A browser whose pages another program may open too, by the port that it listens on; they share what the user is logged in to. */
export type Profile = { context: BrowserContext; port: number };

/**
 * Starts a headless Chromium that listens for other programs, such as Lighthouse.
 * @param folder where it keeps what it remembers
 */
export const startProfile = async (folder: string): Promise<Profile> => {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await findChromium(),
    args: [...FLAGS, "--remote-debugging-port=0"],
  });
  const [port] = (await readFile(join(folder, "DevToolsActivePort"), "utf8")).split("\n");
  return { context, port: Number(port) };
};
