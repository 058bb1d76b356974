import { type RefObject, startTransition, useLayoutEffect, useState } from "react";

type Size = { width: number; height: number };

/** Older browsers don't say whether the page was touched; there everything is drawn immediately. */
const isTouched = (): boolean => navigator.userActivation?.hasBeenActive ?? true;

/**
 * The current size of an element, in pixels; undefined until it has been drawn once. What depends on the first size is
 * drawn in slices until the page is first touched, so that this touch is answered in between; then immediately: what
 * belongs to a touch appears with it.
 */
export const useSize = (element: RefObject<HTMLElement | null>): Size | undefined => {
  const [size, setSize] = useState<Size>();
  const isKnown = size !== undefined;
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => setSize({ width: current.clientWidth, height: current.clientHeight });
    if (!isKnown) {
      if (isTouched()) measure();
      else startTransition(measure);
      return undefined;
    }
    const watcher = new ResizeObserver(measure);
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [element, isKnown]);
  return size;
};
