import { Checkbox, NumberInput, Select, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { dayAfter, dayPartFormat, dayWithWeekday } from "../../../../shared/format.ts";
import { DayField } from "../../../components/date/day-field.tsx";
import { useFormatContext } from "../../../data/session/location.ts";
import type { ExpectedTime } from "./expected-time.ts";
import styles from "../queries.module.css";
import { type Repeat, REPEATS_MAX, repeatedDays, weekdayOf } from "./repeats.ts";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const TIMES = 4;
const DAYS = 28;

type RepeatFieldsProps = {
  expected: ExpectedTime;
  repeat: Repeat | undefined;
  /** Who comes on each of the days. */
  visitors: number;
  set: (repeat: Repeat | undefined) => void;
  problem: string | undefined;
};

/** A weekday's name. */
const useWeekdayName = (weekday: "short" | "long"): ((day: number) => string) => {
  const { language } = useFormatContext();
  const format = dayPartFormat(language, { weekday });
  return (day) => format(dayWithWeekday(day));
};

const Weekdays = ({ repeat, set }: { repeat: Repeat; set: (repeat: Repeat) => void }) => {
  const { t } = useTranslation("registered-visitors");
  const [short, long] = [useWeekdayName("short"), useWeekdayName("long")];
  return (
    <Checkbox.Group
      label={t("repeat.on")}
      value={repeat.weekdays.map(String)}
      onChange={(days) => set({ ...repeat, weekdays: days.map(Number).toSorted((a, b) => a - b) })}
    >
      <div className={styles.weekdays}>
        {WEEKDAYS.map((day) => (
          <Checkbox key={day} value={String(day)} label={short(day)} aria-label={long(day)} />
        ))}
      </div>
    </Checkbox.Group>
  );
};

const RepeatEnd = ({ repeat, set }: { repeat: Repeat; set: (repeat: Repeat) => void }) => {
  const { t } = useTranslation("registered-visitors");
  return (
    <div className={styles.times}>
      <Select
        label={t("repeat.ends")}
        data={(["until", "times"] as const).map((value) => ({ value, label: t(`repeat.${value}`) }))}
        value={repeat.ends}
        allowDeselect={false}
        onChange={(ends) => set({ ...repeat, ends: ends === "times" ? "times" : "until" })}
      />
      {repeat.ends === "until" ? (
        <DayField label={t("repeat.lastDay")} value={repeat.until} set={(until) => set({ ...repeat, until })} />
      ) : (
        <NumberInput
          label={t("repeat.count")}
          min={1}
          max={REPEATS_MAX}
          allowDecimal={false}
          value={repeat.times}
          onChange={(times) => set({ ...repeat, times: Number(times) })}
        />
      )}
    </div>
  );
};

/** Whether the visit is repeated every week: on which days, and how often. */
export const RepeatFields = ({ expected, repeat, visitors, set, problem }: RepeatFieldsProps) => {
  const { t } = useTranslation("registered-visitors");
  const { day } = expected;
  const start = (): Repeat => ({
    weekdays: [weekdayOf(day)],
    ends: "times",
    until: dayAfter(day, DAYS),
    times: TIMES,
  });
  const count = repeat === undefined ? 0 : repeatedDays(day, repeat).length * visitors;
  return (
    <>
      <Switch
        label={t("repeat.title")}
        disabled={day === ""}
        checked={repeat !== undefined}
        onChange={(event) => set(event.currentTarget.checked ? start() : undefined)}
      />
      {repeat !== undefined && (
        <>
          <Weekdays repeat={repeat} set={set} />
          <RepeatEnd repeat={repeat} set={set} />
          <p className={problem === undefined ? styles.note : styles.wrong} role="status">
            {problem ?? t("repeat.total", { count })}
          </p>
        </>
      )}
    </>
  );
};
