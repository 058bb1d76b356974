import { useTranslation } from "react-i18next";

import { dayOf, formatShortDay, formatTime, type Writing } from "../../shared/format.ts";
import { useWriting } from "../location.ts";
import type { Registered } from "../today.ts";

const DAY_START = "00:00";

const isMidnight = (date: Date, writing: Writing): boolean => formatTime(date, writing) === DAY_START;

/** `19 May, 09:45`; without the time where it is the whole day's. */
const momentOf = (date: Date, writing: Writing): string =>
  isMidnight(date, writing)
    ? formatShortDay(date, writing)
    : `${formatShortDay(date, writing)}, ${formatTime(date, writing)}`;

/** When somebody is expected, as people say it: "19 May, 09:45 to 11:00", "19 to 21 May", "Always". */
export const useExpectedOn = (): ((person: Pick<Registered, "visiting_on">) => string) => {
  const { t } = useTranslation("registered-visitors");
  const writing = useWriting();
  return ({ visiting_on }) => {
    const { startDate, endDate } = visiting_on ?? {};
    if (startDate === undefined && endDate === undefined) return t("always");
    if (startDate === undefined) return t("until", { end: momentOf(new Date(endDate ?? ""), writing) });
    const start = new Date(startDate);
    if (endDate === undefined) return t("since", { start: momentOf(start, writing) });
    // The last moment that belongs to the span: one that ends at midnight ends on the day before.
    const last = new Date(Math.max(start.getTime(), Date.parse(endDate) - 1));
    const isOneDay = dayOf(start, writing.timeZone) === dayOf(last, writing.timeZone);
    const ends = isMidnight(new Date(endDate), writing);
    if (isOneDay && ends) return momentOf(start, writing);
    const end = isOneDay
      ? formatTime(new Date(endDate), writing)
      : ends
        ? formatShortDay(last, writing)
        : momentOf(new Date(endDate), writing);
    return t("between", { start: momentOf(start, writing), end });
  };
};
