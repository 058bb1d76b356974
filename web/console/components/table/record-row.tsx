import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

import styles from "./record-row.module.css";

type RecordRowProps = {
  /** The handle to move it by. */
  front?: ReactNode;
  icon?: ReactNode;
  title: ReactNode;
  /** The second line. */
  below?: ReactNode;
  /** Beside the title: an unusual state. */
  note?: ReactNode;
  /** On the right: numbers, a switch, buttons. */
  end?: ReactNode;
  /** Its page, if it has one. */
  link?: Omit<LinkProps, "children">;
  quiet?: boolean;
};

/** A configured record in its list: its name on the left, its immediate actions on the right. */
export const RecordRow = ({ front, icon, title, below, note, end, link, quiet = false }: RecordRowProps) => {
  const words = (
    <span className={styles.words}>
      <span className={styles.title}>
        {title} {note}
      </span>
      {below !== undefined && <span className={styles.below}>{below}</span>}
    </span>
  );
  return (
    <div className={styles.row} data-quiet={quiet || undefined} {...(link !== undefined && { "data-row": true })}>
      {front}
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      {link === undefined ? (
        words
      ) : (
        <Link {...link} className={styles.link} data-go>
          {words}
        </Link>
      )}
      {end !== undefined && <div className={styles.end}>{end}</div>}
    </div>
  );
};

/** The list of such rows, up to the edges of the sheet. */
export const RecordList = ({ children }: { children: ReactNode }) => <div className={styles.list}>{children}</div>;
