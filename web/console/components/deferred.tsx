import { type ReactNode, useDeferredValue } from "react";

/**
 * Draws its children after everything around them, in slices: the rest is visible first, and keys and taps are handled
 * in between.
 */
export const Deferred = ({ children, meanwhile = null }: { children: ReactNode; meanwhile?: ReactNode }) =>
  useDeferredValue(true, false) ? children : meanwhile;
