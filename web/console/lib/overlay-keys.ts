const OVER = "[role=dialog], [role=menu]";
/** But those whose own keys the arrows are, as a handle that moves its row by them. */
const CLOSED_MENU = "button[aria-haspopup=menu]:not([aria-expanded=true], [aria-keyshortcuts~=ArrowDown])";

/** A dialog or a menu takes Escape for itself: the panel under it stays. */
const keepEscape = (event: KeyboardEvent): void => {
  if (event.key === "Escape" && document.querySelector(OVER) !== null) event.preventDefault();
};

/** What is chosen from a menu was chosen by its button: that is still there when the dialog it opens has closed. */
const leaveMenu = ({ target }: MouseEvent): void => {
  const menu = target instanceof Element ? target.closest("[role=menuitem]")?.closest("[role=menu]") : undefined;
  document.getElementById(menu?.getAttribute("aria-labelledby") ?? "")?.focus({ preventScroll: true });
};

/** An arrow on the button of a menu opens it, as in the menus of the system. */
const openByArrow = (event: KeyboardEvent): void => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>(CLOSED_MENU) : null;
  if (button === null) return;
  event.preventDefault();
  button.click();
};

/** Follows what opens over pages, before other listeners receive the key or the click. */
export const trackOverlays = (): void => {
  globalThis.addEventListener("keydown", keepEscape, { capture: true });
  globalThis.addEventListener("keydown", openByArrow, { capture: true });
  globalThis.addEventListener("click", leaveMenu, { capture: true });
};
