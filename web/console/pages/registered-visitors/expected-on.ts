import { useTranslation } from "react-i18next";

import { dayOf, type FormatContext, formatDayTime, formatShortDay, formatTime } from "../../../shared/format.ts";
import { useFormatContext } from "../../data/session/location.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";

const DAY_START = "00:00";

const isMidnight = (date: Date, writing: FormatContext): boolean => formatTime(date, writing) === DAY_START;

/** `19 May, 09:45`; without the time for a whole day. */
const formatBound = (date: Date, writing: FormatContext): string =>
  isMidnight(date, writing) ? formatShortDay(date, writing) : formatDayTime(date, writing);

/** The last moment within a span: one that ends at midnight ends on the day before. */
const lastOf = (end: Date): Date => new Date(end.getTime() - 1);

/** When a visitor is expected, as people say it: "19 May, 09:45 to 11:00", "19 to 21 May", "Always". */
export const useExpectedOn = (): ((person: Pick<RegisteredVisitor, "visiting_on">) => string) => {
  const { t } = useTranslation("registered-visitors");
  const writing = useFormatContext();
  return ({ visiting_on }) => {
    const { startDate, endDate } = visiting_on ?? {};
    if (startDate === undefined && endDate === undefined) return t("always");
    const ending = new Date(endDate ?? "");
    const ends = isMidnight(ending, writing);
    if (startDate === undefined)
      return ends
        ? t("untilDay", { end: formatShortDay(lastOf(ending), writing) })
        : t("until", { end: formatBound(ending, writing) });
    const start = new Date(startDate);
    if (endDate === undefined) return t("since", { start: formatBound(start, writing) });
    const last = new Date(Math.max(start.getTime(), lastOf(ending).getTime()));
    const isOneDay = dayOf(start, writing.timeZone) === dayOf(last, writing.timeZone);
    const first = formatBound(start, writing);
    if (isOneDay && ends) return first;
    if (ends) return t("betweenDays", { start: first, end: formatShortDay(last, writing) });
    const end = isOneDay ? formatTime(ending, writing) : formatBound(ending, writing);
    return t("between", { start: first, end });
  };
};
