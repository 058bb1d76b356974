import { useEffect, useState } from "react";

import { captureFocus } from "./row-focus.ts";

/** The dialog's own way back comes first; it knows none when the dialog is taken away with what asked. */
const AFTER_MS = 30;

const isFocusLost = (): boolean => {
  const now = document.activeElement;
  return now === null || now === document.body || now.closest("[role=dialog]") !== null;
};

/** Gives the focus back when a dialog closes, also one that is taken away as it does. @param opened whether it is open */
export const useRestoreFocus = (opened: boolean): void => {
  useEffect(() => {
    if (!opened) return undefined;
    const back = captureFocus();
    return () => void setTimeout(() => isFocusLost() && back(), AFTER_MS);
  }, [opened]);
};

/** The same for what is open for as long as it stands, such as a panel, and takes the focus as it appears. */
export const useRestoreFocusOnUnmount = (): void => {
  // As it is drawn for the first time: what asked for it still has the focus.
  const [back] = useState(captureFocus);
  useEffect(() => () => void setTimeout(() => isFocusLost() && back(), AFTER_MS), [back]);
};
