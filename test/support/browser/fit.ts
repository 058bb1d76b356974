import type { Page } from "playwright-core";

/** What a screen is drawn at, in CSS pixels. */
export type ScreenSize = readonly [width: number, height: number];

/** Tablets, wall kiosks and phones, upright and lying. */
export const SIZES: readonly ScreenSize[] = [
  [810, 1080],
  [960, 600],
  [360, 640],
  [1920, 1080],
  [1080, 810],
  [600, 960],
  [820, 1180],
  [1180, 820],
  [1080, 1920],
  [390, 844],
  [768, 1024],
  [1366, 1024],
];

/** Whether a page may be longer than the screen. What is pressed and typed into next is in sight all the same, and the rest can be scrolled to. */
type Strictness = { mayScroll: boolean };

/** Runs in the page. */
const findFlaws = ({ mayScroll }: Strictness): string[] => {
  const bottom = Math.min(window.innerHeight, window.visualViewport?.height ?? window.innerHeight);
  const wide = document.documentElement.scrollWidth > window.innerWidth + 1 ? ["wider than the screen"] : [];
  /** A field that one sees through lies over the words of its label. */
  const isHit = (element: Element, x: number, y: number): boolean => {
    const hit = document.elementFromPoint(x, y);
    const own = element.closest("label") ?? element;
    return hit !== null && (own.contains(hit) || (hit.contains(element) && hit.tagName !== "MAIN"));
  };
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 40)}”`;
  const isOnScreen = ({ left, top, right, bottom: low }: DOMRect): boolean =>
    left >= -1 && top >= -1 && right <= window.innerWidth + 1 && low <= bottom + 1;
  /** The corners are round: what is measured is a quarter of the height inside. A field's own buttons cover it. */
  const isWhole = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    const inset = Math.min(box.height, box.width) / 4;
    const points = [box.left + inset, box.right - inset].flatMap((x) =>
      [box.top + inset, box.bottom - inset].map((y) => [x, y] as const),
    );
    const own = element.matches("input, canvas") ? element.parentElement : element;
    return isOnScreen(box) && points.every(([x, y]) => own?.contains(document.elementFromPoint(x, y)));
  };
  const isForReaders = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).clipPath !== "none" || isForReaders(element.parentElement));
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest("[aria-hidden=true]") === null &&
    !isForReaders(element) &&
    getComputedStyle(element).pointerEvents !== "none" &&
    // A text of several pages is laid out in columns, of which one is shown.
    element.closest("[data-pages]") === null;
  const isScroller = (element: Element): boolean =>
    element === document.scrollingElement ||
    (/auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1);
  const scrollers = [...document.querySelectorAll("*")]
    .filter(isScroller)
    .map((area) => ({ area, top: area.scrollTop }));
  /** Whether it is in sight where a reader scrolls it to: to the middle, or to the top, where a foot stays in its place. */
  const isReached = (element: Element, boxOf: () => DOMRect, isSeen: () => boolean): boolean => {
    if (!mayScroll) return isSeen();
    const areas = scrollers.map(({ area }) => area).filter((area) => area.contains(element));
    return [0.5, 0].some((place) => {
      for (const area of areas) {
        const { top, height } = boxOf();
        const isPage = area === document.scrollingElement;
        const [from, room] = isPage ? [0, bottom] : [area.getBoundingClientRect().top, area.clientHeight];
        area.scrollTop += top - from - (room - height) * place;
      }
      return isSeen();
    });
  };
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const all = [...scope.querySelectorAll("*")].filter((element) => isShown(element));
  const needed = all
    .filter((element) => element.matches("[data-main], input:focus, textarea:focus") && !isWhole(element))
    .map((element) => `needed and not wholly visible: ${nameOf(element)}`);
  const cut = all.flatMap((element) =>
    [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "")
      .filter((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()].some((_, at) => {
          const lineOf = (): DOMRect => range.getClientRects()[at] ?? range.getBoundingClientRect();
          return !isReached(element, lineOf, () => {
            const line = lineOf();
            const y = line.top + line.height / 2;
            const isClear = [line.left + 1, line.right - 1].every((x) => isHit(element, x, y));
            return line.width <= 1 || (isOnScreen(line) && isClear);
          });
        });
      })
      .map(() => `cut or covered: ${nameOf(element)}`),
  );
  const scrolled = all
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
    .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
    .map((element) => `must be scrolled: ${nameOf(element).slice(0, 24)}`);
  const buttons = all
    .filter((element) => element.matches("button, input, textarea, [role=radio], [role=checkbox], canvas"))
    .filter((element) => {
      const boxOf = (): DOMRect => element.getBoundingClientRect();
      return !isReached(element, boxOf, () => isWhole(element));
    })
    .map((element) => `not wholly visible: ${nameOf(element)}`);
  for (const { area, top } of scrollers) area.scrollTop = top;
  return [...wide, ...needed, ...cut, ...(mayScroll ? [] : scrolled), ...buttons];
};

const TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))";
/** How long a flaw has to go away by itself before it counts. */
const REST_MS = 3_000;
const ANSWER_MS = 30_000;

/** What is cut off, covered, or out of reach on a screen at rest; what it still finds after a moment stays. */
export const flawsOf = async (page: Page, strictness: Strictness): Promise<string[]> => {
  const endMs = performance.now() + REST_MS;
  for (;;) {
    await page.evaluate(TWO_FRAMES);
    const found = await page.evaluate(findFlaws, strictness);
    if (found.length === 0 || performance.now() > endMs) return found;
  }
};

/** Runs in the page. Answers what is asked, and presses what leads on; a field that is searched leads to a list. */
const answerScreen = (wanted: string): void => {
  const click = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();
  const type = (field: HTMLInputElement, text: string): void => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const fields = [...document.querySelectorAll<HTMLInputElement>("main input[type=text]")].filter(
    ({ value }) => value === "",
  );
  const due = fields.filter((field) => field.ariaRequired === "true");
  const rows = document.querySelector("main li button") !== null;
  const main = document.querySelector("[data-main]");
  for (const field of due) type(field, "Maximiliane");
  if (main === null && !rows && fields[0] !== undefined) return type(fields[0], "ann");
  if (document.querySelector("main canvas") !== null && due.length === 0) return click("main p > button");
  click("main [role=radio], main input[type=radio]");
  const list = [...document.querySelectorAll<HTMLElement>("main li button")];
  const row = list.find((one) => one.textContent.includes(wanted)) ?? list[0];
  setTimeout(() => (main === null ? row?.click() : click("[data-main]")));
};

const outlineOf = (page: Page): Promise<string> =>
  page.evaluate("document.querySelector('main')?.innerText + document.querySelectorAll('main input, main img').length");

const isBusy = (page: Page): Promise<boolean> =>
  page.evaluate("document.querySelector('[data-main][aria-busy=true]') !== null");

/** Answers a screen and waits for the next one; a screen that says it is saving is still the same one. */
export const goOn = async (page: Page): Promise<void> => {
  const before = await outlineOf(page);
  await page.evaluate(answerScreen, "Guest");
  const endMs = performance.now() + ANSWER_MS;
  while ((await outlineOf(page)) === before || (await isBusy(page))) {
    if (performance.now() > endMs) throw new Error(`nothing leads on from: ${before}`);
    await page.evaluate(TWO_FRAMES);
  }
};
