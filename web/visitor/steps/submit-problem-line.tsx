import { IconAlertCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import styles from "./submit-problem-line.module.css";

/** The problem of a submission. */
export type SubmitProblem = "network" | "failed";

/** Shown above the button, which can be pressed again. */
export const SubmitProblemLine = ({ trouble }: { trouble: SubmitProblem | undefined }) => {
  const { t } = useTranslation();
  return trouble === undefined ? null : (
    <p role="alert" className={styles.trouble}>
      <IconAlertCircle size={20} stroke={1.8} aria-hidden="true" />
      {t(`trouble.${trouble}`)}
    </p>
  );
};
