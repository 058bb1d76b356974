import type { Browser } from "playwright-core";

type Start = (flags: readonly string[]) => Promise<Browser>;

/** By their flags. None in a process that runs no batch of files: a browser ends with what has started it. */
let shared: Map<string, Promise<Browser>> | undefined;

/** Has the files of this process share their browsers: to start one costs as much as to open a page. */
export const beginSharing = (): void => void (shared = new Map());

/** Ends what was shared. A process with a browser does not end by itself. */
export const endSharing = async (): Promise<void> => {
  for (const browser of shared?.values() ?? []) await (await browser).close();
  shared = undefined;
};

/** The browser of this process with these flags. @param start what starts it, or one for the caller alone */
export const borrowBrowser = (flags: readonly string[], start: Start): Promise<Browser> => {
  const name = flags.join(" ");
  const found = shared?.get(name) ?? start(flags);
  shared?.set(name, found);
  return found;
};

/** Closes a browser, or where it is shared what a file has left open in it. */
export const returnBrowser = async (browser: Browser): Promise<void> => {
  if (shared === undefined) return browser.close();
  for (const context of browser.contexts()) await context.close();
};
