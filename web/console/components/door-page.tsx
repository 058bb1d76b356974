import type { ReactNode } from "react";

import styles from "./door-page.module.css";

type DoorPageProps = {
  title: ReactNode;
  help?: ReactNode;
  /** 0 to 1: how far the door stands open. */
  open?: number;
  /** Under the name on the left: the steps of the set-up. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A page outside the shell: one question on the right, the door on the left that opens a little further with each. */
export const DoorPage = ({ title, help, open = 0.15, aside, children }: DoorPageProps) => (
  <div className={styles.page}>
    <header className={styles.side}>
      <div className={styles.name}>
        <span className={styles.mark} />
        Foyer
      </div>
      {aside}
      <div className={styles.door} aria-hidden="true">
        <span className={styles.leaf} style={{ width: `${Math.round((1 - open) * 88)}%` }} />
      </div>
    </header>
    <main className={styles.main}>
      <div className={styles.inner}>
        <h1 className={styles.title}>{title}</h1>
        {help !== undefined && <p className={styles.help}>{help}</p>}
        {children}
      </div>
    </main>
  </div>
);
