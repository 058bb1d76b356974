import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Problem } from "../../visitor-flow/answers.ts";
import { Field, Label, FieldError } from "./field.tsx";
import styles from "./day-field.module.css";

type DayFieldProps = {
  label: ReactNode;
  isLabelHidden: boolean;
  optional: boolean;
  problem: Problem | undefined;
  /** `2026-11-21`, or the parts that there are. */
  value: string;
  change: (value: string) => void;
};

type DateParts = { day: string; month: string; year: string };

const partsIn = (value: string): DateParts => {
  const [year = "", month = "", day = ""] = value.split("-");
  return { day, month, year };
};

/** An unfinished day is not a day: what was typed of it is kept, and found wrong. */
const joined = ({ day, month, year }: DateParts): string =>
  day === "" && month === "" && year === "" ? "" : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;

/** Day, month and year, each typed: quicker than a calendar for a birthday, and any keyboard can do it. */
export const DayField = ({ label, isLabelHidden, optional, problem, value, change }: DayFieldProps) => {
  const { t } = useTranslation("visitor-flow");
  const id = useId();
  const [parts, setParts] = useState<DateParts>(() => partsIn(value));
  const set = (part: keyof DateParts, typed: string): void => {
    const next = { ...parts, [part]: typed.replaceAll(/\D/g, "").slice(0, part === "year" ? 4 : 2) };
    setParts(next);
    change(joined(next));
  };
  return (
    <div role="group" aria-labelledby={id} aria-describedby={problem === undefined ? undefined : `${id}-wrong`}>
      <div className={isLabelHidden ? styles.sr : styles.top}>
        <Label id={id} optional={optional}>
          {label}
        </Label>
      </div>
      <div className={styles.parts}>
        {(["day", "month", "year"] as const).map((part) => (
          <Field
            key={part}
            label={t(part)}
            optional
            hint={false}
            kind="number"
            value={parts[part]}
            change={(typed) => set(part, typed)}
          />
        ))}
      </div>
      <FieldError id={`${id}-wrong`} problem={problem} />
    </div>
  );
};
