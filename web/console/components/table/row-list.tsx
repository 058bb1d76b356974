import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from "react";

import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import styles from "./row-list.module.css";
import { restOnRow, shortcut } from "../focus/row-focus.ts";

/** A row, or a line between rows. One row of a list is in the tab order: it is drawn with 0, the others with -1. */
export type Line =
  | { kind: "group"; key: string; heading: ReactNode }
  | { kind: "row"; key: string; draw: (tabIndex: 0 | -1) => ReactNode };

type RowListProps = {
  label: string;
  /** The key that leads to the list. */
  hint?: string;
  lines: readonly Line[];
  /** Heights before they are measured. */
  rowHeight?: number;
  groupHeight?: number;
  /** Drawn after the last row, such as a link to more. */
  after?: ReactNode;
};

const ROW = 54;
const PHONE_ROW = 66;

const MOVES: Record<string, number> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

const rowOfKey = (list: HTMLElement | null, key: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;

/** The control of a row that the arrows move to: its action, or else its name. */
const controlOf = (row: HTMLElement | null): HTMLElement | null =>
  row?.querySelector<HTMLElement>("[data-go]") ?? row?.querySelector<HTMLElement>("a, button") ?? null;

/** Moves to a row that may not be drawn yet, after scrolling to it. */
const soon = (move: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(move));

/** When the focused row disappears, the focus rests on the row that took its place. */
const useKeepFocus = (
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
  active: string | undefined,
  rest: (key: string) => void,
): void => {
  const last = useRef<{ key: string; index: number } | undefined>(undefined);
  useEffect(() => {
    const before = last.current;
    const isGone = before !== undefined && !keys.includes(before.key);
    if (isGone && document.activeElement === document.body) {
      const next = keys[Math.min(before.index, keys.length - 1)];
      if (next !== undefined) rest(next);
    }
    const hasFocus = list.current?.contains(document.activeElement) === true;
    last.current = hasFocus && active !== undefined ? { key: active, index: keys.indexOf(active) } : undefined;
  });
};

/** Two ways to a row, which `show` has drawn: `go` chooses it, `rest` only holds its place. */
const movesIn = (list: RefObject<HTMLElement | null>, show: (key: string) => void) => ({
  go: (key: string): void => {
    show(key);
    soon(() => controlOf(rowOfKey(list.current, key))?.focus());
  },
  rest: (key: string): void => {
    show(key);
    soon(() => {
      const row = rowOfKey(list.current, key);
      if (row !== null && document.activeElement === document.body) restOnRow(row);
    });
  },
});

/** The visible lines and their positions. */
const useLines = (
  lines: readonly Line[],
  scroller: RefObject<HTMLDivElement | null>,
  heightOf: (kind: Line["kind"]) => number,
) =>
  useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]?.kind ?? "row"),
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: useDeferredValue(6, 1),
  });

/** A list that draws only its visible rows. Up, down, J and K move between rows; Tab leaves the list. */
export const RowList = ({ label, hint, lines, groupHeight = 33, after, ...given }: RowListProps) => {
  const isPhone = useBreakpoint() === "phone";
  const { rowHeight = isPhone ? PHONE_ROW : ROW } = given;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const keys = lines.flatMap((line) => (line.kind === "row" ? [line.key] : []));
  const [wanted, setWanted] = useState<string>();
  const active = wanted !== undefined && keys.includes(wanted) ? wanted : keys[0];
  const virtual = useLines(lines, scroller, (kind) => (kind === "group" ? groupHeight : rowHeight));
  const show = (key: string): void => {
    setWanted(key);
    virtual.scrollToIndex(lines.findIndex((line) => line.key === key));
  };
  const { go, rest } = movesIn(list, show); // oxlint-disable-line react/refs -- read when a row is moved to
  useKeepFocus(list, keys, active, rest);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = event.metaKey || event.ctrlKey || event.altKey ? undefined : MOVES[event.key];
    if (move === undefined) return;
    // From a row that was not chosen, down chooses it.
    const isResting = event.target === event.currentTarget && move === 1;
    const next = active === undefined ? undefined : keys[keys.indexOf(active) + (isResting ? 0 : move)];
    event.preventDefault();
    if (next !== undefined) go(next);
  };
  const rowOf = (key: string) => ({
    "data-row": true,
    "aria-setsize": keys.length,
    "aria-posinset": keys.indexOf(key) + 1,
    onFocus: () => setWanted(key),
  });
  return (
    <div className={styles.scroller} ref={scroller}>
      <ul
        ref={list}
        aria-label={label}
        {...(hint !== undefined && shortcut(hint))}
        className={styles.list}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const line = lines[index];
          return line === undefined ? null : (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              data-key={line.key}
              className={styles.line}
              style={{ transform: `translateY(${start}px)` }}
              {...(line.kind === "row" && { ...rowOf(line.key), onKeyDown })}
            >
              {line.kind === "row" ? line.draw(line.key === active ? 0 : -1) : line.heading}
            </li>
          );
        })}
      </ul>
      {after}
    </div>
  );
};
