import { IconClockX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { dayAfter, dayOf, formatLongDay } from "../../../shared/format.ts";
import { useLocation, useFormatContext } from "../../data/session/location.ts";
import type { Visit } from "../../data/lists/visits.ts";
import styles from "./visit.module.css";

/** A visit of day D goes when the day begins that comes after the days it is kept (docs: retention). */
const erasedOn = (visit: Visit, timezone: string, days: number): string =>
  dayAfter(dayOf(new Date(visit.signed_in), timezone), days + 1);

/** When retention will erase the visit; that it is kept where it never does. */
export const ErasedOn = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation("visit");
  const { settings } = useLocation();
  const writing = useFormatContext();
  const days = settings.retention_days;
  const words =
    typeof days === "number"
      ? t("erasedOn", { day: formatLongDay(erasedOn(visit, writing.timeZone, days), writing) })
      : t("kept");
  return (
    <p className={styles.erased}>
      <IconClockX size={18} stroke={1.6} aria-hidden="true" />
      {words}
    </p>
  );
};
