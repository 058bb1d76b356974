import { type RefObject, useEffect, useRef, useState } from "react";

/** A long text cut into pages. */
export type Pages = {
  ref: RefObject<HTMLDivElement | null>;
  /** From 1. */
  page: number;
  count: number;
  turn: (page: number) => void;
};

const gapOf = (box: HTMLElement): number => Number.parseFloat(getComputedStyle(box).columnGap) || 0;

/**
 * Pages for a box whose content is laid out in columns as wide as the box (`columns: 1; column-fill: auto; overflow:
 * hidden`), so that the browser itself finds the end of a page, in any text size.
 * @param text the paged text; another one begins at its first page
 */
export const usePages = (text: string): Pages => {
  const ref = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState({ text, page: 1 });
  const [count, setCount] = useState(1);
  const page = shown.text === text ? Math.min(shown.page, count) : 1;
  useEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const measure = (): void => {
      const gap = gapOf(box);
      setCount(Math.max(1, Math.round((box.scrollWidth + gap) / (box.clientWidth + gap))));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    void document.fonts.ready.then(measure);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another text has other pages
  }, [text]);
  useEffect(() => {
    const box = ref.current;
    if (box !== null) box.scrollLeft = (page - 1) * (box.clientWidth + gapOf(box));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- laid out anew, the same page begins elsewhere
  }, [page, count, text]);
  return { ref, page, count, turn: (to) => setShown({ text, page: Math.max(1, Math.min(count, to)) }) };
};
