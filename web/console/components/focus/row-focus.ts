import { areShortcutsEnabled } from "../../lib/preferences.ts";

/**
 * Rows for the keyboard are marked `data-row`; in each, `data-go` marks the control that takes the focus, otherwise the
 * row itself or its first control does. The key of a control, in a row or on the page, is its `aria-keyshortcuts`.
 */
const ROW = "[data-row]";

/**
 * The key attribute of a control or a list, for screen readers and the keyboard; empty if single keys are turned off.
 */
export const shortcut = (key: string): { "aria-keyshortcuts"?: string } =>
  areShortcutsEnabled() ? { "aria-keyshortcuts": key } : {};

const mainElement = (): HTMLElement | null => document.querySelector<HTMLElement>("#sheet");

const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0;

const rowsIn = (place: ParentNode | null): HTMLElement[] =>
  [...(place?.querySelectorAll<HTMLElement>(ROW) ?? [])].filter(isVisible);

const currentRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(ROW) ?? null;

/** Puts the focus on the page itself: Enter does nothing there. */
export const focusPage = (): void => mainElement()?.focus({ preventScroll: true });

/** Focuses a row: Enter acts on it. */
const focusRow = (row: HTMLElement): void => {
  const likely = row.querySelector<HTMLElement>("[data-go]");
  (likely ?? (row.tabIndex < 0 ? row.querySelector<HTMLElement>("a, button") : row))?.focus();
  row.scrollIntoView({ block: "nearest" });
};

/**
 * Puts the focus on a row without choosing it: after an action the row that took the place of another was named by no one, so Enter
 * does nothing there. J and the arrow down choose it, O opens it. The rows of tables are chosen as usual: Enter only opens them.
 */
export const restOnRow = (row: HTMLElement): void => {
  if (row.tabIndex < 0) {
    row.tabIndex = -1;
    row.dataset["resting"] = "";
    const leave = (): void => {
      delete row.dataset["resting"];
      row.removeAttribute("tabindex");
    };
    row.addEventListener("blur", leave, { once: true });
  }
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
};

/** Whether the focus rests on a row that was not chosen. */
const isResting = (row: HTMLElement | null): row is HTMLElement => row?.dataset["resting"] !== undefined;

/**
 * Moves to the next or previous row of the page, or to the first one if none has the focus. @returns whether it moved
 */
export const focusNextRow = (by: 1 | -1): boolean => {
  const rows = rowsIn(mainElement());
  const current = currentRow();
  const from = current === null ? -1 : rows.indexOf(current) - (isResting(current) && by === 1 ? 1 : 0);
  const next = current === null ? rows[0] : rows[from + by];
  if (next !== undefined) focusRow(next);
  return next !== undefined;
};

/** The same, but only between rows: elsewhere the arrows scroll. */
export const focusNextRowFromRow = (by: 1 | -1): boolean => currentRow() !== null && focusNextRow(by);

const controlsFor = (place: ParentNode | null, key: string): HTMLElement[] =>
  [...(place?.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`) ?? [])].filter(isVisible);

/** Presses the current row's control with this key; where the focus only rests, nothing but the details open. @returns whether there is one */
export const pressShortcutInRow = (key: string): boolean => {
  const row = currentRow();
  if (isResting(row) && key !== "O") return false;
  const [control] = controlsFor(row, key);
  control?.click();
  return control !== undefined;
};

/**
 * Moves to the first row of the list with this key; if only the button that opens the list is there, presses that.
 * @returns whether there is either
 */
export const focusList = (key: string): boolean => {
  const places = controlsFor(mainElement(), key);
  const first = places.flatMap(rowsIn)[0];
  if (first === undefined) places[0]?.click();
  else focusRow(first);
  return places.length > 0;
};

/** Rests on the row of a record, if the list draws it and the user hasn't gone on from the page. */
export const restOnRecord = (id: string): void => {
  const row = rowsIn(mainElement()).find((one) => one.dataset["key"] === id);
  if (row !== undefined && document.activeElement === mainElement()) restOnRow(row);
};

/** After a row was removed, its list is read again within this time, even on the slowest line. */
const REMOVAL_MS = 10_000;

/**
 * Remembers the focused row.
 * @returns a function that restores the focus: to the control; if that is gone, to the row that took the place of its
 * row, or of the row open beside the list, without choosing it; otherwise to the page
 */
export const captureFocus = (): (() => void) => {
  const control = document.activeElement;
  const { pathname } = globalThis.location;
  const rows = rowsIn(mainElement());
  const row = currentRow() ?? rows.find((other) => other.getAttribute("aria-selected") === "true");
  const index = row === undefined ? -1 : rows.indexOf(row);
  const enter = (until: number): void => {
    // The user has moved the focus meanwhile.
    if (document.activeElement !== document.body && document.activeElement !== mainElement()) return;
    if (row?.isConnected === true && performance.now() < until) return void requestAnimationFrame(() => enter(until));
    const now = rowsIn(mainElement());
    const next = index < 0 ? undefined : now[Math.min(index, now.length - 1)];
    if (next !== undefined) restOnRow(next);
  };
  return () => {
    if (control instanceof HTMLElement && control !== document.body && control.isConnected)
      return control.focus({ preventScroll: true });
    mainElement()?.focus({ preventScroll: true });
    // The rows now belong to another page.
    if (globalThis.location.pathname === pathname) enter(performance.now() + REMOVAL_MS);
  };
};
