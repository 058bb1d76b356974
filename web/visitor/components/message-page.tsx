import type { ReactNode } from "react";

import { Frame } from "./frame.tsx";
import styles from "./message-page.module.css";

/** A page that says one thing: a link has ended, there is no network, there were too many tries. */
export const MessagePage = ({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) => (
  <Frame
    name={title}
    title={title}
    hint={children}
    top={<span className={styles.door} aria-hidden="true" />}
    action={action}
  />
);

/** The shape of a page while it is read; it says so only to readers. */
export const PageSkeleton = ({ words }: { words: string }) => (
  <div className={styles.waiting} role="status">
    <span className="hidden">{words}</span>
    <span className={styles.card} />
    <span className={styles.line} />
    <span className={styles.line} />
    <span className={styles.field} />
    <span className={styles.field} />
  </div>
);
