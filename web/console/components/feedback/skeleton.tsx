import styles from "./skeleton.module.css";

/** A placeholder for a form: its labels and fields, shown after 150 ms. @param label as below */
export const SkeletonForm = ({ label }: { label: string }) => (
  <div className={styles.form} role="status" aria-label={label}>
    {Array.from({ length: 4 }, (_, index) => (
      <span className={styles.words} key={index}>
        <span className={styles.short} />
        <span className={styles.field} />
      </span>
    ))}
  </div>
);

/**
 * Placeholder rows with the geometry of the real ones, shown after 150 ms. @param label what is loading, for screen
 * readers
 */
export const SkeletonRows = ({ rows = 6, label }: { rows?: number; label: string }) => (
  <div className={styles.rows} role="status" aria-label={label}>
    {Array.from({ length: rows }, (_, index) => (
      <div className={styles.row} key={index}>
        <span className={styles.arch} />
        <span className={styles.words}>
          <span className={styles.long} />
          <span className={styles.short} />
        </span>
      </div>
    ))}
  </div>
);
