import { NumberInput, Radio, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { problemAt } from "../../components/edits/use-draft.ts";
import { Section } from "../../components/layout/page-layout.tsx";
import styles from "./agreements.module.css";
import type { AgreementDraftState } from "./model.ts";

const YEAR_DAYS = 365;

type Choice = "always" | "days" | "once";

const choiceOf = (days: number | null): Choice => (days === null ? "once" : days === 0 ? "always" : "days");

/** How long a signature is good for: until then the same visitor is not asked again. */
export const Validity = ({ editing: { draft, set, problem } }: { editing: AgreementDraftState }) => {
  const { t } = useTranslation("agreements");
  const { expiry_days } = draft;
  const [typed, setTyped] = useState(expiry_days || YEAR_DAYS);
  const choose = (choice: string): void =>
    set({ expiry_days: choice === "once" ? null : choice === "always" ? 0 : typed });
  const type = (days: number | string): void => {
    if (typeof days !== "number" || days < 1) return;
    setTyped(days);
    set({ expiry_days: days });
  };
  return (
    <Section>
      <Radio.Group
        label={t("validity")}
        description={t("validityHelp")}
        value={choiceOf(expiry_days)}
        onChange={choose}
        error={problemAt(problem, "expiry_days")}
      >
        <div className={styles.choices}>
          <Radio value="always" label={t("valid.always")} />
          <div className={styles.days}>
            <Radio value="days" label={t("valid.days")} />
            {choiceOf(expiry_days) === "days" && (
              <NumberInput
                className={styles.number ?? ""}
                aria-label={t("days")}
                min={1}
                max={36_500}
                allowDecimal={false}
                value={expiry_days ?? typed}
                onChange={type}
                suffix={` ${t("daysAfter", { count: expiry_days ?? typed })}`}
              />
            )}
          </div>
          <Radio value="once" label={t("valid.once")} />
        </div>
      </Radio.Group>
      <Switch
        className={styles.apart ?? ""}
        label={t("groupOnly")}
        description={t("groupOnlyHelp")}
        checked={draft.group_only}
        onChange={(event) => set({ group_only: event.currentTarget.checked })}
      />
    </Section>
  );
};
