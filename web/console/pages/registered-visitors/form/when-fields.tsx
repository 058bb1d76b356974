import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { DayField } from "../../../components/date/day-field.tsx";
import { TimeField } from "../../../components/date/time-field.tsx";
import { useToday } from "../../../data/lists/day.ts";
import type { ExpectedTime } from "./expected-time.ts";
import styles from "../queries.module.css";

const KINDS = ["day", "days", "any"] as const;

type WhenFieldsProps = {
  expected: ExpectedTime;
  set: (expected: ExpectedTime) => void;
  problem: (field: string) => string | undefined;
};

/** When the visitor is expected: a day with its times, several days, or any day. */
export const WhenFields = ({ expected, set, problem }: WhenFieldsProps) => {
  const { t } = useTranslation("registered-visitors");
  const today = useToday();
  const { kind, day, from, lastDay, to } = expected;
  const put = (part: Partial<ExpectedTime>): void => set({ ...expected, ...part });
  const turn = (next: ExpectedTime["kind"]): void => {
    const first = day === "" ? today : day;
    put({ kind: next, day: first, lastDay: lastDay < first ? first : lastDay });
  };
  return (
    <fieldset className={styles.when}>
      <legend>{t("when.title")}</legend>
      <SegmentedControl
        fullWidth
        aria-label={t("when.title")}
        data={KINDS.map((value) => ({ value, label: t(`when.${value}`) }))}
        value={kind}
        onChange={(value) => turn(KINDS.find((one) => one === value) ?? kind)}
      />
      {kind !== "any" && (
        <div className={styles.times} data-kind={kind}>
          <DayField
            label={t(kind === "day" ? "when.onDay" : "when.firstDay")}
            value={day}
            error={problem("day")}
            set={(next) => put({ day: next })}
          />
          <TimeField label={t("when.from")} value={from} error={problem("from")} set={(next) => put({ from: next })} />
          {kind === "days" && (
            <DayField label={t("when.lastDay")} value={lastDay} set={(next) => put({ lastDay: next })} />
          )}
          <TimeField
            label={t("when.to")}
            value={to}
            after={kind === "day" ? from : ""}
            error={problem("to") ?? problem("visiting_on")}
            set={(next) => put({ to: next })}
          />
        </div>
      )}
    </fieldset>
  );
};
