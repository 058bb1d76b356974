import styles from "./key-hint.module.css";

/** The key that does what is beside it. Readers hear the words; `aria-keyshortcuts` tells them the key where it matters. */
export const KeyHint = ({ children }: { children: string }) => (
  <kbd className={styles.key} aria-hidden="true">
    {children}
  </kbd>
);
