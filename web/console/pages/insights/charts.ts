import { useTranslation } from "react-i18next";

import { dayAfter, formatShortDay } from "../../../shared/format.ts";
import { useFormatContext } from "../../data/location.ts";
import type { Bar, Statistics, GroupNames } from "./queries.ts";
import { type DayRange, intervalOf } from "./range.ts";

/** A bar as it is drawn: its name in the table, what stands under it, its numbers. */
export type ChartBar = {
  key: string;
  name: string;
  tick: string;
  total: number;
  before: number | undefined;
  /** The visits that it counts, as filters of the visitor log; absent where no filter gives them. */
  log: Readonly<Record<string, string>> | undefined;
};

/** A chart: `columns` stand beside each other, `rows` under each other. */
export type Chart = {
  key: keyof Statistics;
  title: string;
  head: string;
  shape: "columns" | "rows";
  bars: readonly ChartBar[];
};

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** 5 January 1970 was a Monday. */
const weekdayOf = (key: string): Date => noon(`1970-01-${String(4 + Number(key)).padStart(2, "0")}`);

const HOUR_TICKS = 4;
const DAY_TICKS = 5;

/** With so many bars only some have a word under them. */
const isTicked = (index: number, count: number): boolean => index % Math.max(1, Math.ceil(count / DAY_TICKS)) === 0;

const useWords = (days: DayRange, names: GroupNames) => {
  const { t, i18n } = useTranslation("insights");
  const writing = { ...useFormatContext(), timeZone: "UTC" };
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: "UTC" });
    return (date: Date) => formatter.format(date);
  };
  const [long, short, month, monthShort] = [
    format({ weekday: "long" }),
    format({ weekday: "short" }),
    format({ month: "long", year: "numeric" }),
    format({ month: "short" }),
  ];
  const hour = (key: string): string => `${key.padStart(2, "0")}:00`;
  const day = (key: string): string => formatShortDay(noon(key), writing);
  const week = intervalOf(days) === "week";
  const name: Record<keyof Statistics, (key: string) => string> = {
    time: (key) => (week ? t("weekOf", { day: day(key) }) : `${short(noon(key))} ${day(key)}`),
    month: (key) => month(noon(key)),
    weekday: (key) => long(weekdayOf(key)),
    hour: (key) => `${hour(key)}–${hour(String((Number(key) + 1) % 24))}`,
    visit_type: (key) => names.get(key) ?? t(key === "" ? "noType" : "removedOne"),
    entrypoint_id: (key) => names.get(key) ?? t(key === "" ? "noDoor" : "removedOne"),
    recipient: (key) => key,
    company: (key) => key,
  };
  const tick: Record<keyof Statistics, (key: string, index: number, count: number) => string> = {
    time: (key, index, count) => (isTicked(index, count) ? day(key) : ""),
    month: (key) => monthShort(noon(key)),
    // Narrow columns stand close: a language that ends short names with a dot does without it here.
    weekday: (key) => short(weekdayOf(key)).replace(/\.$/, ""),
    hour: (key) => (Number(key) % HOUR_TICKS === 0 ? key.padStart(2, "0") : ""),
    visit_type: () => "",
    entrypoint_id: () => "",
    recipient: () => "",
    company: () => "",
  };
  return { name, tick, week };
};

/** So many names are counted: of one that is not among them nothing is known. */
const NAMES_MAX = 20;

const isName = (key: keyof Statistics): boolean => key === "recipient" || key === "company";

/** What the bar of the span before is: the same hour or type, and in time the one at the same place. */
const sameBefore = (
  key: keyof Statistics,
  bar: Bar,
  index: number,
  old: readonly Bar[] | undefined,
): number | undefined => {
  if (old === undefined || key === "month") return undefined;
  if (key === "time") return old[index]?.total ?? 0;
  const found = old.find((other) => other.key === bar.key)?.total;
  return found ?? (isName(key) && old.length >= NAMES_MAX ? undefined : 0);
};

/** The days of a bar in time, within those of the chart: a week or a month may begin before and end after. */
const daysOf = (first: string, last: string, { start, end }: DayRange): string =>
  `${first < start ? start : first}..${last > end ? end : last}`;

const lastOfMonth = (day: string): string => dayAfter(`${dayAfter(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1);

/** The visits of a bar as filters of the log: it has none for weekdays, hours, and what was removed. */
const logOf = (key: keyof Statistics, bar: Bar, days: DayRange, names: GroupNames): ChartBar["log"] => {
  const when = `${days.start}..${days.end}`;
  if (key === "time")
    return { when: daysOf(bar.key, intervalOf(days) === "week" ? dayAfter(bar.key, 6) : bar.key, days) };
  if (key === "month") return { when: daysOf(`${bar.key.slice(0, 7)}-01`, lastOfMonth(bar.key), days) };
  if (key === "recipient") return { host: bar.key, when };
  if (key === "company") return { company: bar.key, when };
  if (!names.has(bar.key)) return undefined;
  if (key === "visit_type") return { types: bar.key, when };
  return key === "entrypoint_id" ? { doors: bar.key, when } : undefined;
};

const ORDER = ["time", "weekday", "hour", "visit_type", "entrypoint_id", "recipient", "company", "month"] as const;
const ROWS: ReadonlySet<keyof Statistics> = new Set(["visit_type", "entrypoint_id", "recipient", "company"]);

/** A span, what was counted in it and in the one to compare it with, and how ids are called. */
export type ChartInput = { days: DayRange; counted: Statistics; old: Statistics | undefined; names: GroupNames };

/** The charts of a span, in their order. */
export const useCharts = ({ days, counted, old, names }: ChartInput): readonly Chart[] => {
  const { t } = useTranslation("insights");
  const { name, tick, week } = useWords(days, names);
  return ORDER.map((key) => {
    const bars = counted[key];
    return {
      key,
      title: key === "time" ? t(week ? "chart.week" : "chart.day") : t(`chart.${key}`),
      head: key === "time" ? t(week ? "head.week" : "head.day") : t(`head.${key}`),
      shape: ROWS.has(key) ? "rows" : "columns",
      bars: bars.map((bar, index) => ({
        key: `${bar.key} ${index}`,
        name: name[key](bar.key),
        tick: tick[key](bar.key, index, bars.length),
        total: bar.total,
        before: sameBefore(key, bar, index, old?.[key]),
        log: bar.total === 0 ? undefined : logOf(key, bar, days, names),
      })),
    };
  });
};

/** A chart as rows for a file; the first names the columns. */
export const useRowsOf = (): ((chart: Chart) => (string | number)[][]) => {
  const { t } = useTranslation("insights");
  return ({ head, bars }) => {
    const compared = bars.some(({ before }) => before !== undefined);
    return [
      [head, t("visits"), ...(compared ? [t("before")] : [])],
      ...bars.map(({ name, total, before }) => [name, total, ...(compared ? [before ?? 0] : [])]),
    ];
  };
};
