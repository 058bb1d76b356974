/** Not read aloud: pictures and their descriptions, the clock, the kiosk's own keys, and buttons outside the screen. */
const SILENT = "[aria-hidden=true], [role=timer], [data-unread], section[aria-label] .hg-row, svg, video, canvas";

const isSilent = (element: Element): boolean => element.closest(SILENT) !== null || !element.checkVisibility();

const textOf = (element: Element): string => (element.getAttribute("aria-label") ?? element.textContent).trim();

/** Read as a unit: a title, a paragraph, a label, a button. */
const BLOCKS = "h1, h2, p, label, li, dt, dd, button, legend, [data-read]";

/** The texts of a screen in order, each once: a block is read with its contents. */
export const wordsOf = (screen: ParentNode): string[] => {
  const blocks = [...screen.querySelectorAll(BLOCKS)].filter(
    (element) => !isSilent(element) && (element.matches("button") || element.querySelector(BLOCKS) === null),
  );
  const texts = blocks
    .filter((element) => element.parentElement?.closest("button") === null)
    .map((element) => textOf(element));
  return texts.filter((text, n) => text !== "" && text !== texts[n - 1]);
};

/** The topmost element: a dialog, or the screen. */
export const screenElement = (): ParentNode | null =>
  document.querySelector("dialog[open]") ?? document.querySelector("main");

/** The identity of a screen: its title. */
export const titleOfScreen = (screen: ParentNode | null): string => screen?.querySelector("h1, h2")?.textContent ?? "";

/** Texts that have appeared on a screen since: an error, an answer. */
export const newsOf = (screen: ParentNode | null): string =>
  [...(screen?.querySelectorAll("[role=alert], [role=status]") ?? [])]
    .filter((element) => !isSilent(element))
    .map((element) => textOf(element))
    .join(" ");
