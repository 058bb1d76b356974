import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";

import { restOnRow, shortcut } from "../focus/row-focus.ts";

type PlainRowsProps = {
  label: string;
  /** The key that leads to it. */
  hint?: string;
  className?: string | undefined;
  /** Items marked `data-row`. */
  children: ReactNode;
};

/**
 * When the focused row disappears, the focus rests on the one that took its place or, if the list is gone, on the page.
 */
const useKeptFocus = (list: RefObject<HTMLUListElement | null>): (() => void) => {
  const last = useRef(-1);
  const rows = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const note = (): void => {
    last.current = rows().findIndex((row) => row.contains(document.activeElement));
  };
  useEffect(() => {
    const next =
      last.current < 0
        ? undefined
        : rows()
            .slice(0, last.current + 1)
            .at(-1);
    if (next !== undefined && document.activeElement === document.body) restOnRow(next);
    note();
  });
  useLayoutEffect(() => {
    const { current } = list;
    return () => {
      if (current?.contains(document.activeElement) !== true) return;
      const page = document.querySelector<HTMLElement>("#sheet");
      requestAnimationFrame(() => document.activeElement === document.body && page?.focus({ preventScroll: true }));
    };
  }, [list]);
  return note;
};

/** A short list, drawn completely, with the same keys as the long ones. */
export const PlainRows = ({ label, hint, className, children }: PlainRowsProps) => {
  const list = useRef<HTMLUListElement>(null);
  const note = useKeptFocus(list);
  return (
    <ul ref={list} className={className} aria-label={label} {...(hint !== undefined && shortcut(hint))} onFocus={note}>
      {children}
    </ul>
  );
};
