import { useTranslation } from "react-i18next";

import styles from "./searching.module.css";

/** Says that the rows are those of the question before; what is answered within 300 ms is not seen. */
export const Searching = ({ on }: { on: boolean }) => {
  const { t } = useTranslation();
  return (
    <p className={styles.searching} role="status">
      {on && <span>{t("searching")}</span>}
    </p>
  );
};
