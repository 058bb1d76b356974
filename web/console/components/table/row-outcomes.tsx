import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";

import styles from "./row-outcomes.module.css";
import { StatusLabel } from "../feedback/status-label.tsx";

/** A row of an import: the person, and its problem or outcome. */
export type RowOutcome = { key: string; name: ReactNode; state: "ok" | "bad" | "quiet"; words: ReactNode };

const ROW = 44;

/** The rows of a file, or selected rows, with their outcomes; only the visible ones are drawn. */
export const RowOutcomes = ({ label, rows }: { label: string; rows: readonly RowOutcome[] }) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 6,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls it
    <div className={styles.scroller} ref={scroller} role="region" aria-label={label} tabIndex={0}>
      <ol className={styles.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={row.key}
              ref={virtual.measureElement}
              data-index={index}
              className={styles.row}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <span className={styles.name}>{row.name}</span>
              <span className={styles.words}>
                <StatusLabel kind={row.state}>{row.words}</StatusLabel>
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
};
