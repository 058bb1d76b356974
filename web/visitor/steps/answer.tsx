import { optionCountOf } from "../../visitor-flow/answers.ts";
import type { DoorField } from "../../visitor-flow/door.ts";
import type { AnswerProps } from "../../visitor-flow/steps/face.ts";
import { Choices, Tick } from "../components/choices.tsx";
import { TextField } from "../components/field.tsx";

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

/** A question on a phone, with the phone's own lists and keyboards. */
export const Answer = ({ field, isAlone, value, ...rest }: AnswerProps) => {
  const common = { label: rest.label, isLabelHidden: isAlone, problem: rest.problem, change: rest.change };
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
