import type { ReactNode } from "react";

import styles from "./status-label.module.css";

/**
 * A dot marks a present state: `inside`, `overdue`, `expected` and on their way; the others are only coloured words.
 */
type StatusKind = "expected" | "warning" | "approved" | "rejected" | "inside" | "overdue" | "ok" | "bad" | "quiet";

/** A state as a coloured word, never a pill. */
export const StatusLabel = ({ kind, children }: { kind: StatusKind; children: ReactNode }) => (
  <span className={`${styles.state} ${styles[kind]}`}>
    {(kind === "inside" || kind === "overdue" || kind === "expected") && (
      <span className={styles.dot} aria-hidden="true" />
    )}
    {children}
  </span>
);

/** A fact beside a title, such as "Used 212 times". */
export const Tag = ({ children }: { children: ReactNode }) => <span className={styles.tag}>{children}</span>;

/** The dot that shows whether events arrive live. */
export const LiveDot = ({ live, children }: { live: boolean; children: ReactNode }) => (
  <span className={`${styles.state} ${live ? styles.live : styles.quiet}`} role="status">
    <span className={live ? styles.halo : styles.ring} aria-hidden="true" />
    {children}
  </span>
);
