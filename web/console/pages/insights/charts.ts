import { useTranslation } from "react-i18next";

import { dayAfter, dayPartFormat, dayWithWeekday, formatNumber, formatShortDay } from "../../../shared/format.ts";
import { useFormatContext } from "../../data/session/location.ts";
import type { Bar, Statistics, GroupNames } from "./queries.ts";
import { type DayRange, HOURLY_DAYS_MAX, intervalOf, lengthOf } from "./range.ts";

/** A bar: its name in the table, the label under it, its numbers. */
export type ChartBar = {
  key: string;
  name: string;
  tick: string;
  total: number;
  before: number | undefined;
  /** The day of the value, in words; absent if it counts several days. */
  day: string | undefined;
  /** The visits that it counts, as filters of the visitor log; absent if no filter finds them. */
  log: Readonly<Record<string, string>> | undefined;
};

/** A chart: `columns` are side by side, `rows` are stacked. */
export type Chart = {
  key: keyof Statistics;
  title: string;
  head: string;
  /** The heading of its numbers. */
  unit: string;
  /** The name of its sheet in a workbook. */
  sheet: string;
  shape: "columns" | "rows";
  /** Whether it is twice as wide. */
  wide: boolean;
  /** Its description. */
  words: string | undefined;
  /** Replaces the chart if it has no bars. */
  nothing: string;
  bars: readonly ChartBar[];
};

const HOUR_TICKS = 4;
const DAY_TICKS = 5;

/** From this many bars on, only some have a label. */
const isTicked = (index: number, count: number): boolean => index % Math.max(1, Math.ceil(count / DAY_TICKS)) === 0;

const useWords = (days: DayRange, names: GroupNames) => {
  const { t, i18n } = useTranslation("insights");
  const writing = useFormatContext();
  const format = (options: Intl.DateTimeFormatOptions) => dayPartFormat(i18n.language, options);
  const [long, short, month, monthShort] = [
    format({ weekday: "long" }),
    format({ weekday: "short" }),
    format({ month: "long", year: "numeric" }),
    format({ month: "short" }),
  ];
  const hour = (key: string): string => `${key.padStart(2, "0")}:00`;
  const day = (key: string): string => formatShortDay(key, writing);
  const week = intervalOf(days) === "week";
  const dayAndWeekday = (key: string): string => `${short(key)} ${day(key)}`;
  const hours = (key: string): string => `${hour(key)}–${hour(String((Number(key) + 1) % 24))}`;
  const name: Record<keyof Statistics, (key: string) => string> = {
    time: (key) => (week ? t("weekOf", { day: day(key) }) : dayAndWeekday(key)),
    month,
    weekday: (key) => long(dayWithWeekday(Number(key))),
    hour: hours,
    inside: hours,
    visit_type: (key) => names.get(key) ?? t(key === "" ? "noType" : "removedOne"),
    entrypoint_id: (key) => names.get(key) ?? t(key === "" ? "noDoor" : "removedOne"),
    recipient: (key) => key,
    company: (key) => key,
  };
  const hourTick = (key: string): string => (Number(key) % HOUR_TICKS === 0 ? key.padStart(2, "0") : "");
  const tick: Record<keyof Statistics, (key: string, index: number, count: number) => string> = {
    time: (key, index, count) => (isTicked(index, count) ? day(key) : ""),
    month: monthShort,
    // Narrow columns are close together: languages that end short names with a dot omit it here.
    weekday: (key) => short(dayWithWeekday(Number(key))).replace(/\.$/, ""),
    hour: hourTick,
    inside: hourTick,
    visit_type: () => "",
    entrypoint_id: () => "",
    recipient: () => "",
    company: () => "",
  };
  return { name, tick, week, dayAndWeekday };
};

/** Only this many names are counted: the rest is unknown. */
const NAMES_MAX = 20;

const isName = (key: keyof Statistics): boolean => key === "recipient" || key === "company";

/** The matching bar of the previous span: the same hour or type, or the same position in time. */
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

/** The days of a bar, limited to those of the chart: a week or a month may extend beyond it. */
const daysOf = (first: string, last: string, { start, end }: DayRange): string =>
  `${first < start ? start : first}..${last > end ? end : last}`;

const lastOfMonth = (day: string): string => dayAfter(`${dayAfter(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1);

/** The visits of a bar as filters of the log; there are none for weekdays, hours, and removed records. */
const logOf = (key: keyof Statistics, bar: Bar, days: DayRange, names: GroupNames): ChartBar["log"] => {
  const when = `${days.start}..${days.end}`;
  if (key === "time")
    return { when: daysOf(bar.key, intervalOf(days) === "week" ? dayAfter(bar.key, 6) : bar.key, days) };
  if (key === "month") return { when: daysOf(`${bar.key.slice(0, 7)}-01`, lastOfMonth(bar.key), days) };
  // The visitors of the peak's day.
  if (key === "inside") return bar.day === undefined ? undefined : { when: `${bar.day}..${bar.day}` };
  if (key === "recipient") return { host: bar.key, when };
  if (key === "company") return { company: bar.key, when };
  if (!names.has(bar.key)) return undefined;
  if (key === "visit_type") return { types: bar.key, when };
  return key === "entrypoint_id" ? { doors: bar.key, when } : undefined;
};

const ORDER = [
  "time",
  "inside",
  "weekday",
  "hour",
  "visit_type",
  "entrypoint_id",
  "recipient",
  "company",
  "month",
] as const;
const WIDE: ReadonlySet<keyof Statistics> = new Set(["time", "inside", "month"]);
const ROWS: ReadonlySet<keyof Statistics> = new Set(["visit_type", "entrypoint_id", "recipient", "company"]);

/** A span, its numbers and those of the span to compare with, and the names of IDs. */
export type ChartInput = { days: DayRange; counted: Statistics; old: Statistics | undefined; names: GroupNames };

/** When the most visitors were inside, as a sentence; undefined if there were none. */
const useBusiest = ({ counted, days, names }: ChartInput): string | undefined => {
  const { t, i18n } = useTranslation("insights");
  const { name, dayAndWeekday } = useWords(days, names);
  const most = Math.max(0, ...counted.inside.map(({ total }) => total));
  const bar = counted.inside.find(({ total }) => total === most);
  if (bar?.day === undefined) return undefined;
  return t("busiest", {
    count: most,
    number: formatNumber(most, i18n.language),
    day: dayAndWeekday(bar.day),
    hours: name.inside(bar.key),
  });
};

const useTitles = (week: boolean): Record<keyof Statistics, Pick<Chart, "title" | "head" | "unit" | "sheet">> => {
  const { t } = useTranslation("insights");
  const titles = ORDER.map((key) => {
    const part = key === "time" ? (week ? "week" : "day") : key;
    const head = t(`head.${part === "inside" ? "hour" : part}`);
    const [unit, sheet] = key === "inside" ? [t("visitors"), t("sheet.inside")] : [t("visits"), head];
    return [key, { title: t(`chart.${part}`), head, unit, sheet }] as const;
  });
  return Object.fromEntries(titles) as ReturnType<typeof useTitles>;
};

/** The charts of a span, in order. */
export const useCharts = (input: ChartInput): readonly Chart[] => {
  const { days, counted, old, names } = input;
  const { t } = useTranslation("insights");
  const { name, tick, week, dayAndWeekday } = useWords(days, names);
  const titles = useTitles(week);
  const busiest = useBusiest(input);
  const isTooLong = lengthOf(days) > HOURLY_DAYS_MAX;
  return ORDER.map((key) => ({
    key,
    ...titles[key],
    shape: ROWS.has(key) ? "rows" : "columns",
    wide: WIDE.has(key),
    words: key === "inside" ? busiest : undefined,
    nothing: key === "inside" && isTooLong ? t("tooLong", { days: HOURLY_DAYS_MAX }) : t("noVisits"),
    bars: counted[key].map((bar, index, { length }) => ({
      key: `${bar.key} ${index}`,
      name: name[key](bar.key),
      tick: tick[key](bar.key, index, length),
      total: bar.total,
      before: sameBefore(key, bar, index, old?.[key]),
      day: bar.day === undefined ? undefined : dayAndWeekday(bar.day),
      log: bar.total === 0 ? undefined : logOf(key, bar, days, names),
    })),
  }));
};

/** A chart as rows for a file; the first names the columns. */
export const useRowsOf = (): ((chart: Chart) => (string | number)[][]) => {
  const { t } = useTranslation("insights");
  return ({ head, unit, bars }) => {
    const compared = bars.some(({ before }) => before !== undefined);
    const dated = bars.some(({ day }) => day !== undefined);
    return [
      [head, unit, ...(compared ? [t("before")] : []), ...(dated ? [t("head.day")] : [])],
      ...bars.map(({ name, total, before, day }) => [
        name,
        total,
        ...(compared ? [before ?? 0] : []),
        ...(dated ? [day ?? ""] : []),
      ]),
    ];
  };
};
