import { dayAfter } from "../../../shared/format.ts";
import { filled } from "./view.ts";

/** The days of a query: `endDate` is excluded. */
export type DayRange = { startDate?: string | undefined; endDate?: string | undefined };

/** Spans relative to today: the first day, and the one after the last, both in days from today. */
export type Spans = Readonly<Record<string, readonly [first: number | undefined, after?: number]>>;

/**
 * The days of a filter. @param value one of the spans, or two days, `2026-05-01..2026-05-19`, either of which may be
 * missing
 */
export const dayRange = (value: string, spans: Spans, today: string): DayRange => {
  const span = spans[value];
  if (span !== undefined) {
    const [startDate, endDate] = span.map((days) => (days === undefined ? undefined : dayAfter(today, days)));
    return { startDate, endDate };
  }
  const [first = "", last = ""] = value.split("..");
  return { startDate: filled(first), endDate: last === "" ? undefined : dayAfter(last) };
};
