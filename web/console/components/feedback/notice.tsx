import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";

import styles from "./notice.module.css";

type NoticeProps = {
  kind?: "warn" | "bad" | "info";
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
};

const hasText = (children: ReactNode): boolean =>
  Array.isArray(children) ? children.some(hasText) : Boolean(children) && children !== true;

/** The words of a title that text follows, as a sentence: elsewhere they are a title, without a full stop. */
const asSentence = (title: ReactNode): ReactNode =>
  typeof title === "string" && !/[.!?:]$/.test(title) ? `${title}.` : title;

/** A notice that the user must read before going on: the first sentence is bold, with at most one action. */
export const Notice = ({ kind = "warn", icon, title, children, action }: NoticeProps) => (
  <div className={`${styles.notice} ${styles[kind]}`} role={kind === "bad" ? "alert" : "note"}>
    <span className={styles.icon}>
      {icon ?? (kind === "info" ? <IconInfoCircle stroke={1.6} /> : <IconAlertTriangle stroke={1.6} />)}
    </span>
    <p>
      <b>{hasText(children) ? asSentence(title) : title}</b> {children}
    </p>
    {action}
  </div>
);

/**
 * Notices that load after a list appear below it, the last of them first: there they move nothing away from under a
 * pointer.
 */
export const NoticesBelow = ({ children }: { children: ReactNode }) => <div className={styles.below}>{children}</div>;
