import type { ComponentProps, ReactNode } from "react";

import styles from "./row.module.css";

type RowProps = Omit<ComponentProps<"div">, "title"> & {
  /** The arch, a time, an icon. */
  lead?: ReactNode;
  title: ReactNode;
  /** The second line: company, what it is for. */
  below?: ReactNode;
  /** On the right of the first line, so that the second has the whole width: a state, how long. */
  end?: ReactNode;
  /** The one likely action: takes the place of the end while the row is hovered or focused. */
  action?: ReactNode;
  /** Just come: keeps a soft tint for four seconds. */
  fresh?: boolean;
  selected?: boolean;
};

/** Two lines in a list. The list gives it its role, its focus and its keys (row-focus.ts). */
export const Row = ({ lead, title, below, end, action, fresh = false, selected = false, ...rest }: RowProps) => (
  <div {...rest} className={styles.row} data-fresh={fresh || undefined} data-selected={selected || undefined}>
    {lead}
    <div className={styles.words}>
      <div className={styles.first}>
        <div className={styles.title} dir="auto">
          {title}
        </div>
        {end !== undefined && <div className={styles.end}>{end}</div>}
      </div>
      {below !== undefined && <div className={styles.below}>{below}</div>}
    </div>
    {action !== undefined && <div className={styles.action}>{action}</div>}
  </div>
);

/** What a list says between its rows: a day, "Late", "Next". */
export const RowGroup = ({ children, count }: { children: ReactNode; count?: number }) => (
  <div className={styles.group}>
    <span>{children}</span>
    {count !== undefined && <span className={styles.count}>{count}</span>}
  </div>
);
