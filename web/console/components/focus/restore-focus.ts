import { useEffect, useState } from "react";

import { captureFocus } from "./row-focus.ts";

/** The dialog's own restoring comes first; it fails if the dialog is removed together with its opener. */
const AFTER_MS = 30;

const isFocusLost = (): boolean => {
  const now = document.activeElement;
  return now === null || now === document.body || now.closest("[role=dialog]") !== null;
};

/**
 * Restores the focus when a dialog closes, even one that is removed at the same time. @param opened whether it is open
 */
export const useRestoreFocus = (opened: boolean): void => {
  useEffect(() => {
    if (!opened) return undefined;
    const back = captureFocus();
    return () => void setTimeout(() => isFocusLost() && back(), AFTER_MS);
  }, [opened]);
};

/** The same for an element that takes the focus when it appears and exists until it closes, such as a panel. */
export const useRestoreFocusOnUnmount = (): void => {
  // During its first render: its opener still has the focus.
  const [back] = useState(captureFocus);
  useEffect(() => () => void setTimeout(() => isFocusLost() && back(), AFTER_MS), [back]);
};
