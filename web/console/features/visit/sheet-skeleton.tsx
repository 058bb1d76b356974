import { useTranslation } from "react-i18next";

import styles from "./sheet-skeleton.module.css";

/** A visit on its way, in the real one's geometry. */
export const SheetSkeleton = () => {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton} role="status" aria-label={t("loading")}>
      <div className={styles.head}>
        <span className={styles.arch} />
        <span className={styles.name} />
      </div>
      {Array.from({ length: 5 }, (_, index) => (
        <span key={index} className={styles.line} />
      ))}
    </div>
  );
};
