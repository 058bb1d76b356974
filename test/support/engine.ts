import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";

/**
 * Loads what judges a page into it, unless it is there: it stays where one address follows another. By the browser's own protocol, since
 * `page.evaluate` has half a megabyte of code read twice, which costs as much as all that axe then finds.
 * @param name of the global that the file makes
 */
export const loadEngine = async (page: Page, name: string, file: string): Promise<void> => {
  if (await page.evaluate<boolean>(`${JSON.stringify(name)} in window`)) return;
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send("Runtime.evaluate", {
    expression: `${await readFile(file, "utf8")}; undefined`,
  });
  await session.detach();
  if (exceptionDetails !== undefined) throw new Error(`${file}: ${exceptionDetails.text}`);
};
