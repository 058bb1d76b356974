import { useTranslation } from "react-i18next";

import { optionCountOf } from "../../visitor-flow/answers.ts";
import type { Door, DoorField } from "../../visitor-flow/door.ts";
import type { Step } from "../../visitor-flow/steps.ts";
import type { Flow } from "../../visitor-flow/use-flow.ts";
import { labelOf } from "../../visitor-flow/labels.ts";
import { Choices, Tick } from "../components/choices.tsx";
import { TextField } from "../components/field.tsx";
import { usePageContext } from "../lib/page-context.ts";
import styles from "./questions.module.css";

const NAMES = new Set(["first_name", "last_name", "company", "address", "city"]);
const KINDS = { email: "email", phone: "tel", number: "number", date: "date" } as const;

/** It is the visitor's own phone: it may fill in what it knows of them. */
const COMPLETE: Readonly<Record<string, string>> = {
  first_name: "given-name",
  last_name: "family-name",
  company: "organization",
  email: "email",
  phone: "tel",
  address: "street-address",
  zip_code: "postal-code",
  city: "address-level2",
};

const kindOf = ({ field_name, type }: DoorField): "text" | "email" | "tel" | "number" | "date" => {
  if (field_name === "email") return "email";
  if (field_name === "phone") return "tel";
  return type in KINDS ? KINDS[type as keyof typeof KINDS] : "text";
};

type QuestionProps = { door: Door; field: DoorField; flow: Flow; isAlone: boolean };

const Question = ({ door, field, flow, isAlone }: QuestionProps) => {
  const { t } = useTranslation();
  const { language } = usePageContext();
  const label = labelOf(field, { t, door, language });
  const value = flow.draft.answers[field.field_name];
  const change = (next: unknown): void => flow.answer(field.field_name, next);
  const common = { label, isLabelHidden: isAlone, problem: flow.problems[field.field_name], change };
  if (optionCountOf(field) > 0) return <Choices {...common} field={field} value={value} />;
  if (field.type === "checkbox") return <Tick {...common} field={field} value={value} />;
  return (
    <TextField
      {...common}
      optional={!field.required}
      value={typeof value === "string" || typeof value === "number" ? String(value) : ""}
      kind={kindOf(field)}
      capitals={NAMES.has(field.field_name)}
      complete={COMPLETE[field.field_name]}
      rows={field.type === "textarea" ? 4 : 1}
    />
  );
};

type QuestionsProps = { door: Door; step: Extract<Step, { kind: "questions" }>; flow: Flow };

/** The questions of one page. */
export const Questions = ({ door, step, flow }: QuestionsProps) => {
  const isAlone = step.fields.length === 1 && step.topic === "one";
  return (
    <div className={styles.fields}>
      {step.fields.map((field) => (
        <Question key={field.field_name} {...{ door, field, flow, isAlone }} />
      ))}
    </div>
  );
};
