import type { ReactNode } from "react";

import styles from "./empty.module.css";

/** An empty list, with a closed door: one line says what it is for, one how it fills, and one action. */
export const Empty = ({ title, children, action }: { title: ReactNode; children?: ReactNode; action?: ReactNode }) => (
  <div className={styles.empty}>
    <span className={styles.door} aria-hidden="true" />
    <div className={styles.title}>{title}</div>
    {children !== undefined && <p className={styles.words}>{children}</p>}
    {action !== undefined && <div className={styles.action}>{action}</div>}
  </div>
);
