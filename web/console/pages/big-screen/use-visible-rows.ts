import { type RefCallback, useCallback, useState } from "react";

/** Below this width the page is not shown on a wall: it scrolls, and shows all it has (big-screen.module.css). */
const SCROLLS = "(width < 900px)";

const rowsThatFit = (list: HTMLElement): number => {
  const row = list.firstElementChild;
  if (row === null || globalThis.matchMedia(SCROLLS).matches) return Number.POSITIVE_INFINITY;
  const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
  return columns * Math.max(1, Math.floor(list.clientHeight / row.getBoundingClientRect().height));
};

/**
 * How many rows a list has room for: a big screen can't be scrolled. The list is drawn only while it has a row, which is measured.
 * @param count how many there are
 */
export const useVisibleRows = (count: number): { room: number; list: RefCallback<HTMLElement> } => {
  const [room, setRoom] = useState(count);
  const list = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const watcher = new ResizeObserver(() => setRoom(rowsThatFit(element)));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return { room: Math.min(room, count), list };
};
