/** What no voice says: pictures and what they show, the clock, the kiosk's own keys, and buttons that are not the screen's. */
const SILENT = "[aria-hidden=true], [role=timer], [data-unread], section[aria-label] .hg-row, svg, video, canvas";

const isSilent = (element: Element): boolean => element.closest(SILENT) !== null || !element.checkVisibility();

const textOf = (element: Element): string => (element.getAttribute("aria-label") ?? element.textContent).trim();

/** What is said as one: a title, a paragraph, a label, a button. */
const BLOCKS = "h1, h2, p, label, li, dt, dd, button, legend, [data-read]";

/** The words of a screen in their order, each once: what a block holds is said with it. */
export const wordsOf = (screen: ParentNode): string[] => {
  const blocks = [...screen.querySelectorAll(BLOCKS)].filter(
    (element) => !isSilent(element) && (element.matches("button") || element.querySelector(BLOCKS) === null),
  );
  const texts = blocks
    .filter((element) => element.parentElement?.closest("button") === null)
    .map((element) => textOf(element));
  return texts.filter((text, n) => text !== "" && text !== texts[n - 1]);
};

/** What is shown over all else: the question of a dialog, or the screen. */
export const screenElement = (): ParentNode | null =>
  document.querySelector("dialog[open]") ?? document.querySelector("main");

/** What makes a screen another one: its title. */
export const titleOfScreen = (screen: ParentNode | null): string => screen?.querySelector("h1, h2")?.textContent ?? "";

/** What has come up on a screen since: a mistake, an answer. */
export const newsOf = (screen: ParentNode | null): string =>
  [...(screen?.querySelectorAll("[role=alert], [role=status]") ?? [])]
    .filter((element) => !isSilent(element))
    .map((element) => textOf(element))
    .join(" ");
