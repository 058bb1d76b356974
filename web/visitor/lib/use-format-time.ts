import { useTranslation } from "react-i18next";

import { cityOfZone } from "../../../shared/time/zone-city.ts";
import { type FormatContext, formatDayTime, formatTime } from "../../shared/format.ts";

/** Writes a time of the location: `09:42`; `09:42 (Brussels time)` where this phone's clock shows another then. */
export const useFormatTime = (writing: FormatContext): ((instant: Date) => string) => {
  const { t } = useTranslation("zones");
  const here = { ...writing, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
  const city = cityOfZone(writing.timeZone, t("cities", { returnObjects: true }) as Record<string, string>);
  const zone = city === undefined ? writing.timeZone : t("time", { city });
  return (instant) => {
    const isSame = formatDayTime(instant, here) === formatDayTime(instant, writing);
    return isSame ? formatTime(instant, writing) : `${formatTime(instant, writing)} (${zone})`;
  };
};
