const OVER = "[role=dialog], [role=menu]";

/** A dialog or a menu takes Escape for itself: the panel under it stays. */
const keepEscape = (event: KeyboardEvent): void => {
  if (event.key === "Escape" && document.querySelector(OVER) !== null) event.preventDefault();
};

/** What is chosen from a menu was chosen by its button: that is still there when the dialog it opens has closed. */
const leaveMenu = ({ target }: MouseEvent): void => {
  const menu = target instanceof Element ? target.closest("[role=menuitem]")?.closest("[role=menu]") : undefined;
  document.getElementById(menu?.getAttribute("aria-labelledby") ?? "")?.focus({ preventScroll: true });
};

/** Follows what opens over pages, before anybody else hears of the key or the click. */
export const followOverlays = (): void => {
  globalThis.addEventListener("keydown", keepEscape, { capture: true });
  globalThis.addEventListener("click", leaveMenu, { capture: true });
};
