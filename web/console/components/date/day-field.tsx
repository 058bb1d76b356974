import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { dayAfter, formatDay, formatDayHeading } from "../../../shared/format.ts";
import { useToday } from "../../data/lists/day.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { DateField } from "./date-field.tsx";

/** How many days are offered by name. */
const OFFERED = 14;
const OTHER = "other";

type DayFieldProps = {
  label: string;
  /** `2026-05-19`, or empty. */
  value: string;
  set: (day: string) => void;
  error?: string | undefined;
};

/** `Tuesday 19 May`, and `Today, Tuesday 19 May` for the first two. */
const useDayName = (): ((day: string) => string) => {
  const { t } = useTranslation();
  const writing = useFormatContext();
  const today = useToday();
  const near: Readonly<Record<string, "today" | "tomorrow">> = { [today]: "today", [dayAfter(today)]: "tomorrow" };
  return (day) => {
    const word = near[day];
    return word === undefined ? formatDayHeading(day, writing) : t(`day.${word}`, { day: formatDay(day, writing) });
  };
};

/** A day of the location: one of the next ones by name, or any other. */
export const DayField = ({ label, value, set, error }: DayFieldProps) => {
  const { t } = useTranslation();
  const nameOf = useDayName();
  const today = useToday();
  const [other, setOther] = useState(false);
  if (other) return <DateField label={label} value={value} error={error} autoFocus set={set} />;
  const next = Array.from({ length: OFFERED }, (_, days) => dayAfter(today, days));
  const days = [...new Set([...(value === "" ? [] : [value]), ...next])].toSorted();
  return (
    <Select
      label={label}
      data={[...days.map((day) => ({ value: day, label: nameOf(day) })), { value: OTHER, label: t("day.other") }]}
      value={value === "" ? null : value}
      error={error}
      allowDeselect={false}
      onChange={(day) => (day === OTHER ? setOther(true) : set(day ?? ""))}
    />
  );
};
