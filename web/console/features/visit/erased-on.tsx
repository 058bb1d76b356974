import { IconClockX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { dayOf, formatLongDay } from "../../../shared/format.ts";
import { useLocation, useFormatContext } from "../../data/location.ts";
import type { Visit } from "../../data/visits.ts";
import styles from "./visit.module.css";

const DAY_MS = 24 * 60 * 60_000;

/** A visit of day D goes when the day begins that comes after the days it is kept (docs: retention). */
const erasedOn = (visit: Visit, timezone: string, days: number): Date =>
  new Date(Date.parse(`${dayOf(new Date(visit.signed_in), timezone)}T12:00:00Z`) + (days + 1) * DAY_MS);

/** When retention will erase the visit; that it is kept where it never does. */
export const ErasedOn = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation("visit");
  const { timezone, settings } = useLocation();
  const { language } = useFormatContext();
  const days = settings.retention_days;
  const words =
    typeof days === "number"
      ? t("erasedOn", { day: formatLongDay(erasedOn(visit, timezone, days), { language, timeZone: "UTC" }) })
      : t("kept");
  return (
    <p className={styles.erased}>
      <IconClockX size={18} stroke={1.6} aria-hidden="true" />
      {words}
    </p>
  );
};
