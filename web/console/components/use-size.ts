import { type RefObject, useLayoutEffect, useState } from "react";

import { drawCalmly } from "../lib/draw-calmly.ts";

type Size = { width: number; height: number };

/** The current size of an element, in pixels; undefined until it has been drawn once. */
export const useSize = (element: RefObject<HTMLElement | null>): Size | undefined => {
  const [size, setSize] = useState<Size>();
  const isKnown = size !== undefined;
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = (): void => setSize({ width: current.clientWidth, height: current.clientHeight });
    if (!isKnown) {
      // Before it is painted: where this draws at once, the list is never seen without its rows.
      drawCalmly(measure);
      return undefined;
    }
    const watcher = new ResizeObserver(measure);
    watcher.observe(current);
    return () => watcher.disconnect();
  }, [element, isKnown]);
  return size;
};
