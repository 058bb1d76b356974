import { dayAfter } from "../../../../shared/format.ts";
import { fromLocalDateTime, toLocalDateTime } from "../../../../shared/local-date-time.ts";
import { timeOf } from "../../../components/table/time-of.ts";
import type { Slot } from "../../../features/series/change.ts";
import type { RegisteredVisitor } from "../../../data/lists/registered-visitors.ts";

type Span = NonNullable<RegisteredVisitor["visiting_on"]>;

/**
 * When a visitor is expected, in the form's fields, by the location's clock. An empty time is the day's beginning or
 * end.
 */
export type ExpectedTime = { kind: "day" | "days" | "any"; day: string; from: string; lastDay: string; to: string };

const DAY_START = "00:00";

/** A span that ends at midnight ends on the day before. */
const lastOf = (end: string): { lastDay: string; to: string } => {
  const [day = "", time = ""] = end.split("T");
  return time === DAY_START ? { lastDay: dayAfter(day, -1), to: "" } : { lastDay: day, to: time };
};

/** A stored span in the form's fields; without one, the visitor is expected on any day. */
export const expectedTimeOf = (span: Span | undefined, timeZone: string): ExpectedTime => {
  const [day = "", time = ""] = toLocalDateTime(span?.startDate, timeZone).split("T");
  const end = toLocalDateTime(span?.endDate, timeZone);
  const last = end === "" ? { lastDay: "", to: "" } : lastOf(end);
  const isAny = day === "" && last.lastDay === "";
  return {
    kind: isAny ? "any" : day === last.lastDay ? "day" : "days",
    day,
    from: time === DAY_START ? "" : time,
    ...last,
  };
};

const startOf = ({ day, from }: ExpectedTime): string => `${day}T${timeOf(from) ?? DAY_START}`;

const endOf = ({ kind, day, lastDay, to }: ExpectedTime): string => {
  const last = kind === "day" ? day : lastDay;
  const time = timeOf(to);
  return time === undefined && last !== "" ? `${dayAfter(last)}T${DAY_START}` : `${last}T${time ?? ""}`;
};

/** The span to store; `null` for any day. */
export const spanOf = (expected: ExpectedTime, timeZone: string): Span | null => {
  if (expected.kind === "any") return null;
  const startDate = fromLocalDateTime(startOf(expected), timeZone);
  const endDate = fromLocalDateTime(endOf(expected), timeZone);
  if (startDate === undefined && endDate === undefined) return null;
  return { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) };
};

const MINUTE_MS = 60_000;

/** When a visit of a series begins on the location's clock, and how long it takes. */
export const slotOf = (expected: ExpectedTime, timeZone: string): Slot => {
  const start = startOf(expected);
  return { start, minutes: (Date.parse(`${endOf(expected)}Z`) - Date.parse(`${start}Z`)) / MINUTE_MS, timeZone };
};

/** The problem with it, and its field: no day, an invalid time, or an end that isn't after its beginning. */
export const expectedTimeProblem = (
  expected: ExpectedTime,
): { field: "day" | "from" | "to"; problem: "day" | "time" | "order" } | undefined => {
  const { kind, day, lastDay } = expected;
  if (kind === "any") return undefined;
  if (day === "" && (kind === "day" || lastDay === "")) return { field: "day", problem: "day" };
  for (const field of ["from", "to"] as const)
    if (expected[field].trim() !== "" && timeOf(expected[field]) === undefined) return { field, problem: "time" };
  const [start, end] = [startOf(expected), endOf(expected)];
  const isOpen = start.startsWith("T") || end.startsWith("T");
  return !isOpen && end <= start ? { field: "to", problem: "order" } : undefined;
};
