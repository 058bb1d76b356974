import { formatDuration } from "../../../../shared/time/durations.ts";
import { localeOf } from "../../../../shared/languages.ts";
import { fillPlaceholders } from "../../../../shared/text/placeholders.ts";
import { can } from "../../../../shared/roles.ts";
import { oneLine } from "../../../platform/lib/text/one-line.ts";
import type { Db } from "../../../platform/db/database.ts";
import { startOfDay } from "../../../platform/lib/time/time.ts";
import { lastOfMonth, monthBefore, readTopNames } from "../../reports/monthly-report.ts";
import { findReaders } from "../../reports/report-readers.ts";
import type { MonthlyReportParameters } from "../columns.ts";
import { formatDay } from "./format-dates.ts";
import type { Letter } from "./letter.ts";
import { messageTexts } from "../texts.ts";

type Fact = readonly [string, string];
type NameCount = { name: string; total: number };

const MINUTE_MS = 60_000;

const formatMonth = (month: string, language: string): string =>
  new Intl.DateTimeFormat(localeOf(language), { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(`${month}T12:00:00Z`),
  );

const formatNumber = (value: number, language: string, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(localeOf(language), options).format(value);

const visitsText = ({ visits, before, month }: MonthlyReportParameters, language: string): string => {
  const { compared, noneBefore } = messageTexts(language).report;
  const share = (visits - before) / before;
  return fillPlaceholders(before === 0 ? noneBefore : compared, {
    visits: formatNumber(visits, language),
    before: formatNumber(before, language),
    share: formatNumber(share, language, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" }),
    month: formatMonth(monthBefore(month), language),
  });
};

const hourText = (hour: number): string =>
  [hour, (hour + 1) % 24].map((start) => `${String(start).padStart(2, "0")}:00`).join("–");

const namesText = (names: readonly NameCount[], language: string): string =>
  names.map(({ name, total }) => `${oneLine(name)} (${formatNumber(total, language)})`).join(", ");

const figuresOf = (report: MonthlyReportParameters, language: string): Fact[] => {
  const words = messageTexts(language).report;
  const { timezone, busiestDay: day, busiestHour: hour, stayMinutes: stay, expected, noShows } = report;
  const number = (value: number): string => formatNumber(value, language);
  const withCount = (text: string, total: number): string => `${text} (${number(total)})`;
  const median = (minutes: number): string =>
    fillPlaceholders(words.median, { duration: formatDuration(minutes * MINUTE_MS, language) });
  return [
    [words.visits, visitsText(report, language)],
    ...(day === undefined
      ? []
      : [
          [
            words.busiestDay,
            withCount(formatDay(startOfDay(day.date, timezone), timezone, language), day.total),
          ] as const,
        ]),
    ...(hour === undefined ? [] : [[words.busiestHour, withCount(hourText(hour.hour), hour.total)] as const]),
    ...(stay === undefined ? [] : [[words.duration, median(stay)] as const]),
    ...(expected === 0
      ? []
      : [
          [
            words.noShows,
            fillPlaceholders(words.ofExpected, { noShows: number(noShows), expected: number(expected) }),
          ] as const,
        ]),
  ];
};

const nameFacts = async (
  db: Db,
  location: string,
  { timezone, month }: MonthlyReportParameters,
  language: string,
): Promise<Fact[]> => {
  const words = messageTexts(language).report;
  const facts: Fact[] = [];
  for (const [column, word] of [
    ["recipient", words.hosts],
    ["company", words.companies],
  ] as const) {
    const names = await readTopNames(db, { _id: location, timezone, month }, column);
    if (names.length > 0) facts.push([word, namesText(names, language)]);
  }
  return facts;
};

/**
 * The report of a month as an email, with a link to it in the console. Names come from visits that aren't erased yet,
 * and are stored nowhere else.
 * @returns undefined if its reader was removed or may not read reports any more
 */
export const monthlyReportMail = async (
  { db, config }: { db: Db; config: { publicUrl: string } },
  location: string,
  report: MonthlyReportParameters,
  language: string,
): Promise<{ subject: string; letter: Letter } | undefined> => {
  const [reader] = await findReaders(db, location, [report.userId]);
  if (reader === undefined) return undefined;
  const words = messageTexts(language).report;
  const values = { location: report.locationName, month: formatMonth(report.month, language) };
  const names = can(reader.role, "visits.read") ? await nameFacts(db, location, report, language) : [];
  const range = `${report.month}..${lastOfMonth(report.month)}`;
  const letter = {
    language,
    from: report.locationName,
    paragraphs: [fillPlaceholders(words.text, values)],
    facts: [...figuresOf(report, language), ...names],
    button: { label: words.button, url: `${config.publicUrl}/at/${location}/insights?range=${range}` },
    footer: fillPlaceholders(words.footer, values),
  };
  return { subject: fillPlaceholders(words.subject, values), letter };
};
