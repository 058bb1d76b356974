import { afterEach, beforeEach } from "node:test";

import type { BrowserContext } from "playwright-core";

/** What the test that runs has opened; pages that a `before` opened are for the whole file. */
let ofTest: BrowserContext[] | undefined;
const afterThis: (() => void)[] = [];

/** Has a context closed after the test that opened it. */
export const closeAfterTest = (context: BrowserContext): void => void ofTest?.push(context);

/** Has a step undone after the test that runs. */
export const undoAfterTest = (undo: () => void): void => void afterThis.push(undo);

const closeOpened = async (): Promise<void> => {
  for (const undo of afterThis.splice(0)) undo();
  const opened = ofTest ?? [];
  ofTest = undefined;
  for (const context of opened) await context.close();
};

// Benches and screenshots open pages, too, and are not tests.
if (process.env["NODE_TEST_CONTEXT"] !== undefined) {
  beforeEach(() => void (ofTest = []));
  // A page that stays open reads again whatever the tests after it change.
  afterEach(closeOpened);
}
