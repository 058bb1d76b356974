import { Select, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/form/address-state.ts";
import { DateField } from "../../components/date/date-field.tsx";
import styles from "./insights.module.css";
import { type DayRange, nameOfSpan, SPANS } from "./range.ts";
import { ReportSwitch } from "./report-switch.tsx";

type RangeBarProps = { days: DayRange; today: string };

/**
 * The days, and whether to compare them with the previous ones, both in the address; and whether the user is emailed
 * the report.
 */
export const RangeBar = ({ days, today }: RangeBarProps) => {
  const { t } = useTranslation("insights");
  const [range, setRange] = useAddressState("range");
  const [compare, setCompare] = useAddressState("compare");
  const name = nameOfSpan(range);
  const choices = [...SPANS, "between" as const].map((span) => ({ value: span, label: t(`span.${span}`) }));
  const put = ({ start, end }: DayRange): void => {
    if (start !== "" && end !== "") setRange(start <= end ? `${start}..${end}` : `${end}..${start}`);
  };
  return (
    <div className={styles.line}>
      <Select
        aria-label={t("days")}
        className={styles.span ?? ""}
        data={choices}
        value={name}
        allowDeselect={false}
        onChange={(span) => (span === "between" ? put(days) : setRange(span ?? undefined))}
      />
      {name === "between" && (
        <>
          <DateField
            className={styles.day ?? ""}
            aria-label={t("from")}
            value={days.start}
            max={today}
            set={(start) => put({ ...days, start })}
          />
          <DateField
            className={styles.day ?? ""}
            aria-label={t("to")}
            value={days.end}
            max={today}
            set={(end) => put({ ...days, end })}
          />
        </>
      )}
      <Switch
        label={t("compare")}
        checked={compare !== undefined}
        onChange={(event) => setCompare(event.currentTarget.checked ? "1" : undefined)}
      />
      <ReportSwitch />
    </div>
  );
};
