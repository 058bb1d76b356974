import type { ReactNode } from "react";

import { Frame } from "./frame.tsx";
import styles from "./message-page.module.css";

/** A page with a single message: an expired link, offline, too many attempts. */
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

/** A skeleton while a page is read; only screen readers are told so. */
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
