import type { Page } from "playwright-core";

/** Holds back the answers to what a page asks of an address, so that it is seen while that is unread. @returns lets them come */
export const holdBack = async (page: Page, address: string | RegExp): Promise<() => void> => {
  const held = Promise.withResolvers<undefined>();
  await page.route(address, async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => held.resolve(undefined);
};

/** Has what a page asks of an address refused, with the words of `query_too_slow`, until `page.unroute`. */
export const refuse = async (page: Page, address: string): Promise<void> => {
  const json = { message: "Not now.", code: "query_too_slow" };
  await page.route(address, (route) => route.fulfill({ status: 400, json }));
};

/** What the page says of an address that refuses. */
export const REFUSED = "This search took too long. Use fewer or more specific filters.";

/** Waits until the page has drawn what it has. */
export const untilDrawn = (page: Page): Promise<unknown> =>
  page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 30)))");
