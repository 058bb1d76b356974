import type { ReactNode } from "react";

import styles from "./facts.module.css";

/** Names and values, line by line, on a sheet. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

/** One line. */
export const Fact = ({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) => (
  <div>
    {icon}
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
