import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import styles from "./submit-problem-line.module.css";

/** What came in the way. */
export type SubmitProblem = "network" | "failed";

/** Said above the button that can be pressed again. */
export const SubmitProblemLine = ({ trouble }: { trouble: SubmitProblem | undefined }) => {
  const { t } = useTranslation();
  return trouble === undefined ? null : (
    <p role="alert" className={styles.trouble}>
      <IconAlertCircle size={20} stroke={1.8} aria-hidden="true" />
      {t(`trouble.${trouble}`)}
    </p>
  );
};
