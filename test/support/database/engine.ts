import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";

/**
 * Loads what judges a page into it, unless it is there: it stays where one address follows another. Not by a session of the browser's
 * own protocol, which is sooner, but clears a page that is offline.
 * @param name of the global that the file makes
 */
export const loadEngine = async (page: Page, name: string, file: string): Promise<void> => {
  if (await page.evaluate<boolean>(`${JSON.stringify(name)} in window`)) return;
  await page.evaluate(`${await readFile(file, "utf8")}; undefined`);
};
