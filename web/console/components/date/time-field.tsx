import { Autocomplete } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { timeOf } from "../table/time-of.ts";

const HALF_HOURS = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 === 0 ? "00" : "30"}`,
);

type TimeFieldProps = {
  label: string;
  /** The typed text: `09:30` once it is a time. */
  value: string;
  set: (time: string) => void;
  /** Earlier times are not offered. */
  after?: string;
  error?: string | undefined;
};

/** A time of the day, typed or chosen; empty for any time. */
export const TimeField = ({ label, value, set, after = "", error }: TimeFieldProps) => {
  const { t } = useTranslation();
  return (
    <Autocomplete
      label={label}
      placeholder={t("anyTime")}
      data={HALF_HOURS.filter((time) => time > after)}
      // Typing doesn't filter: half past nine is one step from nine.
      filter={({ options }) => options}
      value={value}
      error={error}
      maxDropdownHeight={220}
      onChange={set}
      onBlur={() => set(timeOf(value) ?? value)}
    />
  );
};
