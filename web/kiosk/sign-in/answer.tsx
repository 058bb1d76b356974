import type { DoorField } from "../../visitor-flow/door.ts";
import { isChoice } from "../../visitor-flow/steps.ts";
import type { AnswerProps } from "../../visitor-flow/steps/face.ts";
import { Choices } from "../components/choices.tsx";
import { DayField } from "../components/day-field.tsx";
import { Field } from "../components/field.tsx";

const NAMES = new Set(["first_name", "last_name", "company", "address", "city"]);
const KINDS = { email: "email", phone: "phone", number: "number" } as const;
const BUILT_IN_KINDS: Readonly<Record<string, "email" | "phone">> = { email: "email", phone: "phone" };

const kindOf = ({ field_name, type }: DoorField) =>
  BUILT_IN_KINDS[field_name] ?? (type === "email" || type === "phone" || type === "number" ? KINDS[type] : "text");

/** A question on the kiosk: large buttons, and texts for its own keyboard. */
export const Answer = ({ field, label, isAlone, value, problem, change, choose, submit }: AnswerProps) => {
  const common = { label, isLabelHidden: isAlone, optional: !field.required, problem, change };
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  if (isChoice(field) || field.type === "checkbox")
    return <Choices {...{ field, value, change, choose, problem, label, isAlone }} />;
  if (field.type === "date") return <DayField {...common} value={text} />;
  return (
    <Field
      {...common}
      value={text}
      kind={kindOf(field)}
      capitals={NAMES.has(field.field_name)}
      rows={field.type === "textarea" ? 5 : 1}
      submit={submit}
    />
  );
};
