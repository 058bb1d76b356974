import { Checkbox, NativeSelect, Radio, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { DateField } from "../../components/date/date-field.tsx";
import { HostField } from "./host-field.tsx";
import type { Question } from "./entry.ts";
import styles from "./sign-in.module.css";

export type FieldProps = {
  question: Question;
  value: unknown;
  set: (value: unknown) => void;
  problem: string | undefined;
  /** Takes the initial focus. */
  first: boolean;
  /** Its answer names the visit: reception must answer it, too. */
  isNaming: boolean;
};

/** The hints for a phone's keyboard and the browser's autofill. */
const KINDS: Partial<Record<Question["type"], { type?: string; inputMode?: "tel" | "email" | "decimal" }>> = {
  email: { type: "email", inputMode: "email" },
  phone: { type: "tel", inputMode: "tel" },
  number: { inputMode: "decimal" },
};

const Choices = ({ question, value, set, problem, label }: FieldProps & { label: React.ReactNode }) => (
  <Radio.Group
    label={label}
    value={typeof value === "string" ? value : ""}
    error={problem}
    onChange={set}
    className={styles.whole}
  >
    <div className={styles.choices}>
      {question.options.map((option) => (
        <Radio key={option} value={option} label={option} />
      ))}
    </div>
  </Radio.Group>
);

/** Reception may leave questions blank that a kiosk requires (rules 4), except the name. */
const isSkippable = ({ field_name: name, required }: Question): boolean =>
  required && !["first_name", "last_name"].includes(name);

/** One question as a field of its kind. */
export const QuestionField = (props: FieldProps) => {
  const { question, value, set, problem, first } = props;
  const { t } = useTranslation(["console", "sign-in"]);
  const { type, field_name: name, required } = question;
  const label = (
    <>
      {question.label}
      {!required && type !== "checkbox" && <span className={styles.optional}> {t("optional")}</span>}
    </>
  );
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const shared = {
    name,
    error: problem,
    description: isSkippable(question) && !props.isNaming ? t("sign-in:requiredElsewhere") : undefined,
  };
  const common = {
    ...shared,
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  };
  if (name === "recipient")
    return <HostField label={label} value={text} set={set} problem={problem} help={shared.description} />;
  if (type === "radio") return <Choices {...props} label={label} />;
  if (type === "checkbox")
    return (
      <Checkbox
        className={styles.whole}
        name={name}
        label={question.label}
        error={problem}
        checked={value === true || value === "true"}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  if (type === "dropdown")
    return <NativeSelect {...common} label={label} value={text} data={["", ...question.options]} />;
  if (type === "textarea")
    return <Textarea {...common} label={label} value={text} autosize minRows={2} className={styles.whole} />;
  if (type === "date") return <DateField {...shared} label={label} value={text} autoFocus={first} set={set} />;
  return <TextInput {...common} {...KINDS[type]} label={label} value={text} autoComplete="off" autoFocus={first} />;
};
