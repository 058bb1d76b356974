import { TextInput } from "@mantine/core";

type DaySpanProps = {
  labels: { from: string; to: string };
  /** `2026-05-01..2026-05-19`, either day may be missing; other texts mean no days. */
  value: string;
  set: (value: string) => void;
};

/** The first and the last day of a span. */
export const DaySpan = ({ labels, value, set }: DaySpanProps) => {
  const [from = "", to = ""] = value.includes("..") ? value.split("..") : [];
  const put = (first: string, last: string): void => set(first === "" && last === "" ? "" : `${first}..${last}`);
  return (
    <>
      <TextInput
        type="date"
        label={labels.from}
        value={from}
        max={to}
        onChange={(event) => put(event.currentTarget.value, to)}
      />
      <TextInput
        type="date"
        label={labels.to}
        value={to}
        min={from}
        onChange={(event) => put(from, event.currentTarget.value)}
      />
    </>
  );
};
