import { IconShieldCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { DoorField } from "../../visitor-flow/door.ts";
import { isChoice, type Step } from "../../visitor-flow/steps.ts";
import type { Flow } from "../../visitor-flow/use-flow.ts";
import { labelOf } from "../../visitor-flow/labels.ts";
import { Field } from "../components/field.tsx";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { Choices } from "./choices.tsx";
import { DayField } from "./day-field.tsx";
import styles from "./questions.module.css";

type QuestionStep = Extract<Step, { kind: "questions" }>;

const NAMES = new Set(["first_name", "last_name", "company", "address", "city"]);
const KINDS = { email: "email", phone: "phone", number: "number" } as const;
const BUILT_IN_KINDS: Readonly<Record<string, "email" | "phone">> = { email: "email", phone: "phone" };

const kindOf = ({ field_name, type }: DoorField) =>
  BUILT_IN_KINDS[field_name] ?? (type === "email" || type === "phone" || type === "number" ? KINDS[type] : "text");

type QuestionProps = { field: DoorField; flow: Flow; isAlone: boolean; submit: (() => void) | undefined };

const Question = ({ field, flow, isAlone, submit }: QuestionProps) => {
  const { t } = useTranslation();
  const { door, language } = useKioskContext();
  const label = labelOf(field, { t, door, language });
  const value = flow.draft.answers[field.field_name];
  const problem = flow.problems[field.field_name];
  const common = { label, isLabelHidden: isAlone, optional: !field.required, problem };
  const change = (next: unknown): void => flow.answer(field.field_name, next);
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (isChoice(field) || field.type === "checkbox")
    return <Choices {...{ field, value, change, problem, label, isAlone }} />;
  if (field.type === "date") return <DayField {...common} value={text} change={change} />;
  return (
    <Field
      {...common}
      value={text}
      change={change}
      kind={kindOf(field)}
      capitals={NAMES.has(field.field_name)}
      rows={field.type === "textarea" ? 5 : 1}
      submit={submit}
    />
  );
};

/** The questions of one thought. */
export const Questions = ({ step, flow, submit }: { step: QuestionStep; flow: Flow; submit: () => void }) => {
  const isAlone = step.fields.length === 1;
  return (
    <div className={`${styles.fields} ${isAlone ? styles.alone : ""}`}>
      {step.fields.map((field, n) => (
        <div
          key={field.field_name}
          className={/^(first|last)_name$/.test(field.field_name) ? styles.half : styles.whole}
        >
          <Question {...{ field, flow, isAlone }} submit={n === step.fields.length - 1 ? submit : undefined} />
        </div>
      ))}
    </div>
  );
};

/** How long data is kept: below the fields. */
export const RetentionNote = () => {
  const { t } = useTranslation("visitor-flow");
  const days = useKioskContext().door.settings.retention_days;
  return days === undefined ? null : (
    <>
      <IconShieldCheck size={24} stroke={1.6} aria-hidden="true" />
      <span>{t("erased", { count: days })}</span>
    </>
  );
};
