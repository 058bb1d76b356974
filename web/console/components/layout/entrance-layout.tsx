import { type ReactNode, useEffect, useRef } from "react";

import styles from "./entrance-layout.module.css";

type EntranceLayoutProps = {
  title: ReactNode;
  help?: ReactNode;
  /** How far the door is open, from 0 to 1. */
  open?: number;
  /** Under the name on the left: the steps of the setup. */
  aside?: ReactNode;
  /** Above the title: "Step 2 of 5". */
  above?: ReactNode;
  /** At the bottom: the choice of another language. */
  foot?: ReactNode;
  children: ReactNode;
};

/**
 * A page outside the shell: one question on the right, and on the left the door, which opens a little further with
 * each.
 */
export const EntranceLayout = ({ title, help, open = 0.15, aside, above, foot, children }: EntranceLayoutProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A question without a field: the focus continues from it, and screen readers announce it.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
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
          {above !== undefined && <p className={styles.above}>{above}</p>}
          <h1 ref={heading} className={styles.title} tabIndex={-1}>
            {title}
          </h1>
          {help !== undefined && <p className={styles.help}>{help}</p>}
          {children}
          {foot !== undefined && <div className={styles.foot}>{foot}</div>}
        </div>
      </main>
    </div>
  );
};
