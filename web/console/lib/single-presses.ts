/** Where a held Enter writes lines. */
const WRITES_LINES = "textarea, [contenteditable]";

/**
 * A key that is held presses once: the browser would press a button with every repetition, and by then the focus may be on another
 * person's row.
 */
const dropRepeated = (event: KeyboardEvent): void => {
  if (!event.repeat || event.key !== "Enter") return;
  if (event.target instanceof Element && event.target.closest(WRITES_LINES) !== null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** The second click of a double click isn't meant for what has come under the pointer. */
const dropSecond = (event: MouseEvent): void => {
  if (event.detail < 2 || !(event.target instanceof Element) || event.target.closest("[data-act]") === null) return;
  event.preventDefault();
  event.stopImmediatePropagation();
};

/**
 * Lets every press act once, before other listeners receive it. Buttons that act on a visitor are marked `data-act`: there
 * the second click of a double click does nothing either.
 */
export const trackPresses = (): void => {
  globalThis.addEventListener("keydown", dropRepeated, { capture: true });
  globalThis.addEventListener("click", dropSecond, { capture: true });
};
