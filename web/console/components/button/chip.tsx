import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";

import styles from "./chip.module.css";

/** An active filter, or a value of a list: "field value x". */
export const Chip = ({
  field,
  children,
  remove,
  label,
}: {
  field?: ReactNode;
  children: ReactNode;
  remove?: () => void;
  label?: string;
}) => (
  <span className={styles.chip}>
    {field !== undefined && <span className={styles.field}>{field}</span>}
    <span className={styles.value}>{children}</span>
    {remove !== undefined && (
      <button type="button" className={styles.remove} aria-label={label} title={label} onClick={remove}>
        <IconX size={14} stroke={1.8} />
      </button>
    )}
  </span>
);
