import { Checkbox, NumberInput, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { dayPartFormat, dayWithWeekday } from "../../../../shared/format.ts";
import { DayField } from "../../../components/date/day-field.tsx";
import { useFormatContext } from "../../../data/session/location.ts";
import { REPEATS } from "../../../features/series/repeat-rule.ts";
import type { ExpectedTime } from "./expected-time.ts";
import styles from "../queries.module.css";
import { REPEATS_MAX } from "../new-registrations.ts";
import { newRepeat, type Repeat } from "./repeat.ts";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

type RepeatFieldsProps = {
  expected: ExpectedTime;
  repeat: Repeat | undefined;
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

/** How often the visit is repeated: on which days, and until when. */
export const RepeatFields = ({ expected: { day }, repeat, set, problem }: RepeatFieldsProps) => {
  const { t } = useTranslation(["registered-visitors", "series"]);
  const turn = (value: string | null): void => {
    const repeats = REPEATS.find((one) => one === value) ?? "never";
    set(repeats === "never" ? undefined : { ...(repeat ?? newRepeat(repeats, day)), repeats });
  };
  return (
    <>
      <Select
        label={t("series:repeat.title")}
        data={REPEATS.map((value) => ({ value, label: t(`series:repeat.${value}`) }))}
        disabled={day === ""}
        value={repeat?.repeats ?? "never"}
        allowDeselect={false}
        onChange={turn}
      />
      {repeat !== undefined && (
        <>
          {repeat.repeats === "weekly" && <Weekdays repeat={repeat} set={set} />}
          <RepeatEnd repeat={repeat} set={set} />
          {problem !== undefined && (
            <p className={styles.wrong} role="alert">
              {problem}
            </p>
          )}
        </>
      )}
    </>
  );
};
