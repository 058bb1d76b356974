import { DatePicker } from "@mantine/dates";
import "@mantine/dates/styles.css";
import { useTranslation } from "react-i18next";

import { atLineStart } from "../../../../shared/text/typography.ts";
import { dayPartFormat, formatDay } from "../../../shared/format.ts";
import { isDay } from "../../../shared/is-day.ts";
import { useToday } from "../../data/lists/day.ts";
import { useFormatContext } from "../../data/session/location.ts";
import styles from "./calendar.module.css";

export type CalendarProps = {
  /** `2026-05-19`; other texts mean that no day is chosen yet. */
  value: string;
  choose: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
};

/** A part of a day, as the language writes it: the picker's own date library would need its texts for each language. */
const useDayParts = (): ((options: Intl.DateTimeFormatOptions) => (day: string) => string) => {
  const { language } = useFormatContext();
  return (options) => {
    const format = dayPartFormat(language, options);
    return (day) => atLineStart(format(day.slice(0, 10)), language);
  };
};

/** A month of days, which the arrow keys walk through; its heading leads to the months of the year. */
export const Calendar = ({ value, choose, min, max }: CalendarProps) => {
  const { t } = useTranslation();
  const writing = useFormatContext();
  const today = useToday();
  const part = useDayParts();
  const chosen = isDay(value) ? value : null;
  return (
    <DatePicker
      value={chosen}
      defaultDate={chosen ?? today}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
      maxLevel="year"
      // Escape closes the calendar alone, not the dialog around it.
      __stopPropagation
      hideOutsideDates
      firstDayOfWeek={1}
      weekendDays={[]}
      // The browser's today needn't be the location's.
      highlightToday={false}
      getDayProps={(day) => ({
        "data-autofocus": day === (chosen ?? today) || undefined,
        "aria-current": day === today ? "date" : undefined,
        className: styles.day ?? "",
      })}
      getDayAriaLabel={(day) => formatDay(day, writing)}
      weekdayFormat={part({ weekday: "short" })}
      monthLabelFormat={part({ month: "long", year: "numeric" })}
      yearLabelFormat={part({ year: "numeric" })}
      monthsListFormat={part({ month: "short" })}
      ariaLabels={{
        previousMonth: t("day.previousMonth"),
        nextMonth: t("day.nextMonth"),
        previousYear: t("day.previousYear"),
        nextYear: t("day.nextYear"),
      }}
      onChange={(day) => choose(day ?? "")}
    />
  );
};
