import type { ReactNode } from "react";

import styles from "./empty.module.css";

/** A closed door: there is nothing yet. One line what this is, one how it fills, one action. */
export const Empty = ({ title, children, action }: { title: ReactNode; children?: ReactNode; action?: ReactNode }) => (
  <div className={styles.empty}>
    <span className={styles.door} aria-hidden="true" />
    <div className={styles.title}>{title}</div>
    {children !== undefined && <p className={styles.words}>{children}</p>}
    {action !== undefined && <div className={styles.action}>{action}</div>}
  </div>
);
