import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import styles from "./trouble.module.css";

/** What came in the way. */
export type Trouble = "network" | "failed";

/** Said above the button that can be pressed again. */
export const TroubleLine = ({ trouble }: { trouble: Trouble | undefined }) => {
  const { t } = useTranslation();
  return trouble === undefined ? null : (
    <p role="alert" className={styles.trouble}>
      <IconAlertCircle size={20} stroke={1.8} aria-hidden="true" />
      {t(`trouble.${trouble}`)}
    </p>
  );
};
