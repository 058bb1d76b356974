import { startTransition } from "react";

/**
 * Draws a change in slices while nobody has touched the page yet, so that the first touch is answered in between. Afterwards at once: what
 * belongs to a touch appears with it.
 */
export const drawCalmly = (change: () => void): void => {
  // Older browsers don't say; there everything is drawn at once.
  if (navigator.userActivation?.hasBeenActive ?? true) change();
  else startTransition(change);
};
