import { areShortcutsEnabled } from "../lib/preferences.ts";

/**
 * Rows that the keyboard goes through are marked `data-row`; in each, `data-go` is the control that the focus goes to, else the
 * row itself, else its first control. What a key does in a row, or where it leads on the page, is set on the control as `aria-keyshortcuts`.
 */
const ROW = "[data-row]";

/** Names the key on a control or a list, for readers and for the keyboard; nothing where single keys are switched off. */
export const shortcut = (key: string): { "aria-keyshortcuts"?: string } =>
  areShortcutsEnabled() ? { "aria-keyshortcuts": key } : {};

const mainElement = (): HTMLElement | null => document.querySelector<HTMLElement>("#sheet");

const isVisible = (element: HTMLElement): boolean => element.getClientRects().length > 0;

const rowsIn = (place: ParentNode | null): HTMLElement[] =>
  [...(place?.querySelectorAll<HTMLElement>(ROW) ?? [])].filter(isVisible);

const currentRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>(ROW) ?? null;

/** Puts the focus on a row. */
export const focusRow = (row: HTMLElement): void => {
  const likely = row.querySelector<HTMLElement>("[data-go]");
  (likely ?? (row.tabIndex < 0 ? row.querySelector<HTMLElement>("a, button") : row))?.focus();
  row.scrollIntoView({ block: "nearest" });
};

/** Goes to the next or previous row of the page; to the first one where the focus is on none. @returns whether it went */
export const focusNextRow = (by: 1 | -1): boolean => {
  const rows = rowsIn(mainElement());
  const current = currentRow();
  const next = current === null ? rows[0] : rows[rows.indexOf(current) + by];
  if (next !== undefined) focusRow(next);
  return next !== undefined;
};

/** The same, only from row to row: elsewhere the arrows scroll. */
export const focusNextRowFromRow = (by: 1 | -1): boolean => currentRow() !== null && focusNextRow(by);

const controlsFor = (place: ParentNode | null, key: string): HTMLElement[] =>
  [...(place?.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`) ?? [])].filter(isVisible);

/** Presses the control of the current row that has this key. @returns whether there is one */
export const pressShortcutInRow = (key: string): boolean => {
  const [control] = controlsFor(currentRow(), key);
  control?.click();
  return control !== undefined;
};

/** Goes to the first row of the list that has this key; where only the button that opens it is there, presses that. @returns whether there is either */
export const focusList = (key: string): boolean => {
  const places = controlsFor(mainElement(), key);
  const first = places.flatMap(rowsIn)[0];
  if (first === undefined) places[0]?.click();
  else focusRow(first);
  return places.length > 0;
};

/** Goes from a field to the row of a record, where the list draws it, else to the page: what was typed has been done. */
export const focusRecord = (id: string): void => {
  const row = rowsIn(mainElement()).find((one) => one.dataset["key"] === id);
  if (row === undefined) mainElement()?.focus({ preventScroll: true });
  else focusRow(row);
};

/** After a row was removed, its list is read again within this time, on the slowest line. */
const REMOVAL_MS = 10_000;

/**
 * Remembers the row that has the focus.
 * @returns what puts it back there: on the control; where that is gone, on the row that took the place of the one it was in, or
 *   that was open beside the list; else on the page
 */
export const captureFocus = (): (() => void) => {
  const control = document.activeElement;
  const { pathname } = globalThis.location;
  const rows = rowsIn(mainElement());
  const row = currentRow() ?? rows.find((other) => other.getAttribute("aria-selected") === "true");
  const index = row === undefined ? -1 : rows.indexOf(row);
  const enter = (until: number): void => {
    // The user was faster.
    if (document.activeElement !== document.body && document.activeElement !== mainElement()) return;
    if (row?.isConnected === true && performance.now() < until) return void requestAnimationFrame(() => enter(until));
    const now = rowsIn(mainElement());
    const next = index < 0 ? undefined : now[Math.min(index, now.length - 1)];
    if (next !== undefined) focusRow(next);
  };
  return () => {
    if (control instanceof HTMLElement && control !== document.body && control.isConnected)
      return control.focus({ preventScroll: true });
    mainElement()?.focus({ preventScroll: true });
    // The rows of another page are others.
    if (globalThis.location.pathname === pathname) enter(performance.now() + REMOVAL_MS);
  };
};
