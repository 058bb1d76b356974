import { useEffect } from "react";

import { preference } from "../preferences.ts";

/** The single keys of the console; off where the user switched them off, and while they type. */
export const keysAreOn = (): boolean => preference("keys") !== false;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const isFree = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.altKey &&
  !isTyping(event.target) &&
  keysAreOn();

/**
 * Does something at a key while the page is open.
 * @param actions by key, such as `{ n: … }`; after `g`, the keys `g r` and the like
 */
export const useKeys = (actions: Readonly<Record<string, () => void>>): void => {
  useEffect(() => {
    let before = "";
    const onKey = (event: KeyboardEvent): void => {
      if (!isFree(event) || document.querySelector("[role=dialog]") !== null) return;
      const key = event.key.toLowerCase();
      const action = actions[`${before} ${key}`] ?? (before === "" ? actions[key] : undefined);
      before = key === "g" && before === "" ? "g" : "";
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    globalThis.addEventListener("keydown", onKey);
    return () => globalThis.removeEventListener("keydown", onKey);
  }, [actions]);
};
