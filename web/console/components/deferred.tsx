import { type ReactNode, useDeferredValue } from "react";

/** Draws its children after what stands around them, in slices: what is around them is seen first, and keys and taps are answered between. */
export const Deferred = ({ children, meanwhile = null }: { children: ReactNode; meanwhile?: ReactNode }) =>
  useDeferredValue(true, false) ? children : meanwhile;
