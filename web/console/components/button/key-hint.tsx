import styles from "./key-hint.module.css";

/**
 * The key for the action beside it. Screen readers hear the action's name; `aria-keyshortcuts` tells them the key where
 * it matters.
 */
export const KeyHint = ({ children }: { children: string }) => (
  <kbd className={styles.key} aria-hidden="true">
    {children}
  </kbd>
);
