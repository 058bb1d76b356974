import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { IconButton } from "../button/button.tsx";
import styles from "../search/filter-line.module.css";

/** Replaces the filters while rows are selected: their number, and the actions for all of them. */
export const SelectionBar = ({ count, clear, children }: { count: number; clear: () => void; children: ReactNode }) => {
  const { t } = useTranslation();
  const words = t("filters.chosen", { count });
  return (
    <div className={styles.line} role="group" aria-label={words}>
      <span className={styles.chosen} role="status">
        {words}
      </span>
      {children}
      <span className={styles.space} />
      <IconButton label={t("filters.chooseNone")} onClick={clear}>
        <IconX />
      </IconButton>
    </div>
  );
};
