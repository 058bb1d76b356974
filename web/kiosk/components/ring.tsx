import type { CSSProperties } from "react";

import styles from "./ring.module.css";

/** A ring that closes while time runs out. The words beside it say how much is left. */
export const Ring = ({ seconds, size = 40 }: { seconds: number; size?: number }) => (
  <svg
    className={styles.ring}
    style={{ "--seconds": `${seconds}s`, width: size, height: size } as CSSProperties}
    viewBox="0 0 40 40"
    aria-hidden="true"
  >
    <circle cx="20" cy="20" r="17" />
    <circle className={styles.left} cx="20" cy="20" r="17" pathLength="100" />
  </svg>
);
