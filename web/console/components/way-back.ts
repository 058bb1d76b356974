import { useEffect, useState } from "react";

import { keepPlace } from "./rows.ts";

/** The dialog's own way back comes first; it knows none when the dialog is taken away with what asked. */
const AFTER_MS = 30;

const isLost = (): boolean => {
  const now = document.activeElement;
  return now === null || now === document.body || now.closest("[role=dialog]") !== null;
};

/** Gives the focus back when a dialog closes, also one that is taken away as it does. @param opened whether it is open */
export const useWayBack = (opened: boolean): void => {
  useEffect(() => {
    if (!opened) return undefined;
    const back = keepPlace();
    return () => void setTimeout(() => isLost() && back(), AFTER_MS);
  }, [opened]);
};

/** The same for what is open for as long as it stands, such as a panel, and takes the focus as it appears. */
export const useWayOut = (): void => {
  // As it is drawn for the first time: what asked for it still has the focus.
  const [back] = useState(keepPlace);
  useEffect(() => () => void setTimeout(() => isLost() && back(), AFTER_MS), [back]);
};
