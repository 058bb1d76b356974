import { DateField } from "./date-field.tsx";

type DaySpanProps = {
  labels: { from: string; to: string };
  /** `2026-05-01..2026-05-19`, either day may be missing; other texts mean no days. */
  value: string;
  set: (value: string) => void;
};

/** The first and the last day of a span, in a popover. */
export const DaySpan = ({ labels, value, set }: DaySpanProps) => {
  const [from = "", to = ""] = value.includes("..") ? value.split("..") : [];
  const put = (first: string, last: string): void => set(first === "" && last === "" ? "" : `${first}..${last}`);
  return (
    <>
      <DateField label={labels.from} value={from} max={to} set={(day) => put(day, to)} />
      <DateField label={labels.to} value={to} min={from} set={(day) => put(from, day)} />
    </>
  );
};
