import { useLayoutEffect } from "react";

import { areShortcutsEnabled } from "./preferences.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The keys that may be held: they move, and act on nothing. */
const MOVES: ReadonlySet<string> = new Set(["j", "k", "ArrowDown", "ArrowUp"]);

const isFree = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  (!event.repeat || MOVES.has(event.key)) &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.altKey &&
  !isTyping(event.target) &&
  areShortcutsEnabled();

/**
 * Runs an action at a single key while the page is open: not while the user types, and not when they turned the keys off.
 * @param actions by key, such as `{ n: … }`; after `g`, the keys `g r` and the like. False: there was nothing to do, and the
 *   browser does what it does.
 */
export const useKeys = (actions: Readonly<Record<string, () => unknown>>): void => {
  // With the drawing, not after it: a key acts on what is on the screen.
  useLayoutEffect(() => {
    let before = "";
    const onKey = (event: KeyboardEvent): void => {
      if (!isFree(event) || document.querySelector("[role=dialog]") !== null) return;
      const key = event.key.toLowerCase();
      const action = actions[`${before} ${key}`] ?? (before === "" ? actions[key] : undefined);
      before = key === "g" && before === "" ? "g" : "";
      if (action !== undefined && action() !== false) event.preventDefault();
    };
    globalThis.addEventListener("keydown", onKey);
    return () => globalThis.removeEventListener("keydown", onKey);
  }, [actions]);
};
