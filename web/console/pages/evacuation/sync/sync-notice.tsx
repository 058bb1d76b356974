import { IconCloudOff } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import styles from "./sync-notice.module.css";

/** What is wrong between this phone and the service, and how many marks wait here. */
export const SyncNotice = ({ waiting, isLoggedOut }: { waiting: number; isLoggedOut: boolean }) => {
  const { t } = useTranslation("evacuation");
  return (
    <p className={styles.line} role="status">
      <IconCloudOff className={styles.icon} size={20} stroke={1.6} aria-hidden="true" />
      <span>
        <b>{isLoggedOut ? t("loggedOut") : t("noNetwork")}</b>{" "}
        {waiting === 0 ? t("nothingWaits") : t("marksWait", { count: waiting })}
      </span>
      {isLoggedOut && (
        <Link to="/login" search={{ to: globalThis.location.pathname }} className={styles.login}>
          {t("logIn")}
        </Link>
      )}
    </p>
  );
};
