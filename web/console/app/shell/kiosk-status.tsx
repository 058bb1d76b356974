import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { devicesQuery } from "../../data/lists/status-queries.ts";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import styles from "./kiosk-status.module.css";

/** "3 of 3 kiosks online", if there are any and the user may see them. */
export const KioskStatus = () => {
  const { t } = useTranslation();
  const location = useLocationId();
  const manages = useCan("location.manage");
  const { data = [] } = useQuery({ ...devicesQuery(location), enabled: manages });
  if (data.length === 0) return null;
  const online = data.filter((device) => device.online).length;
  const words = t("kiosks", { online, count: data.length });
  return (
    <Link
      to="/at/$location/settings/devices"
      params={{ location }}
      className={styles.kiosks}
      data-all={online === data.length || undefined}
      title={words}
    >
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.words}>{words}</span>
    </Link>
  );
};
