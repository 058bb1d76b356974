import { type ReactNode, startTransition, useEffect, useState } from "react";

/**
 * Draws its children once everything around them can be seen, in slices: keys and taps are handled in between. Also
 * where what is around them is drawn in slices itself, for which a deferred value would not wait.
 */
export const Deferred = ({ children }: { children: ReactNode }) => {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);
  return isDrawn && children;
};
