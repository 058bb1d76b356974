import { IconWifiOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useKioskContext } from "../lib/kiosk-context.ts";
import styles from "./network-line.module.css";

/** A small line under the header: nothing is blocked offline. */
export const NetworkLine = () => {
  const { t } = useTranslation();
  const { isOnline, rejected } = useKioskContext().state;
  return (
    <p className={styles.line} role="status">
      {!isOnline && (
        <>
          <IconWifiOff size={22} stroke={1.6} aria-hidden="true" />
          {t("offline")}
        </>
      )}
      {isOnline && rejected > 0 && t("rejected", { count: rejected })}
    </p>
  );
};
