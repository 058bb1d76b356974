import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import { optionIndexOf, type Problem } from "../../visitor-flow/answers.ts";
import { type DoorField, inLanguage } from "../../visitor-flow/door.ts";
import { usePageContext } from "../lib/page-context.ts";
import styles from "./choices.module.css";
import { LabelledField, LabelWords, useFieldIds, FieldError } from "./field.tsx";
import fieldStyles from "./field.module.css";

/** A question that is answered by choosing. */
export type ChoiceProps = {
  field: DoorField;
  label: string;
  isLabelHidden: boolean;
  problem: Problem | undefined;
  value: unknown;
  change: (value: unknown) => void;
};

/** The most short options side by side. */
const BESIDE_MAX = 3;
const SHORT = 9;
/** From this many on, the phone's own list is used. */
const SHOWN_MAX = 6;

const useOptions = ({ options }: DoorField): readonly string[] => {
  const { language, location } = usePageContext();
  return inLanguage(options, language, location?.default_language ?? "en") ?? [];
};

const isBeside = (texts: readonly string[]): boolean =>
  texts.length <= BESIDE_MAX && texts.every((text) => text.length <= SHORT);

/** Whether a question takes as little room as a line of text. */
export const isCompact = ({ type, options }: DoorField): boolean => {
  const texts = Object.values(options)[0] ?? [];
  return type === "dropdown" || texts.length > SHOWN_MAX || isBeside(texts);
};

const Select = ({ field, label, isLabelHidden, problem, value, change }: ChoiceProps) => {
  const { t } = useTranslation();
  const texts = useOptions(field);
  const { id, wrongId, aria } = useFieldIds(problem, !field.required);
  const index = optionIndexOf(field, value);
  return (
    <LabelledField {...{ label, isLabelHidden, problem, id, wrongId }} optional={!field.required}>
      <div className={fieldStyles.choose}>
        <select
          {...aria}
          id={id}
          className={fieldStyles.input}
          value={index < 0 ? "" : String(index)}
          onChange={({ target }) => change(target.value === "" ? undefined : texts[Number(target.value)])}
        >
          <option value="">{t("choose")}</option>
          {texts.map((text, n) => (
            <option key={text} value={n}>
              {text}
            </option>
          ))}
        </select>
        <IconChevronDown size={22} stroke={1.6} aria-hidden="true" />
      </div>
    </LabelledField>
  );
};

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const Options = ({ field, label, isLabelHidden, problem, value, change }: ChoiceProps) => {
  const texts = useOptions(field);
  const id = useId();
  const isMany = field.type === "checkbox";
  const chosen = new Set(asList(value).map((one) => optionIndexOf(field, one)));
  const press = (index: number): void => {
    if (!isMany) return change(texts[index]);
    change(texts.filter((_, n) => (n === index ? !chosen.has(n) : chosen.has(n))));
  };
  return (
    <fieldset className={styles.set} aria-describedby={problem === undefined ? undefined : id}>
      <legend className={isLabelHidden ? "hidden" : fieldStyles.label}>
        <LabelWords optional={!field.required}>{label}</LabelWords>
      </legend>
      <div className={isBeside(texts) ? styles.beside : styles.list}>
        {texts.map((text, index) => (
          <label key={text} className={styles.option}>
            <input
              type={isMany ? "checkbox" : "radio"}
              name={id}
              checked={chosen.has(index)}
              onChange={() => press(index)}
            />
            <span className={isMany ? styles.box : styles.dot} aria-hidden="true">
              {isMany && <IconCheck size={16} stroke={2.6} />}
            </span>
            <span>{text}</span>
          </label>
        ))}
      </div>
      <FieldError id={id} problem={problem} />
    </fieldset>
  );
};

/** One of several, or several of several. */
export const Choices = (props: ChoiceProps) =>
  props.field.type !== "checkbox" &&
  (props.field.type === "dropdown" ||
    Math.max(...Object.values(props.field.options).map((texts) => texts.length)) > SHOWN_MAX) ? (
    <Select {...props} />
  ) : (
    <Options {...props} />
  );

/** A box to tick. */
export const Tick = ({ field, label, problem, value, change }: ChoiceProps) => {
  const id = useId();
  return (
    <div>
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={value === true}
          required={field.required}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : id}
          onChange={({ target }) => change(target.checked)}
        />
        <span className={styles.box} aria-hidden="true">
          <IconCheck size={16} stroke={2.6} />
        </span>
        <span>
          <LabelWords optional={!field.required}>{label}</LabelWords>
        </span>
      </label>
      <FieldError id={id} problem={problem} />
    </div>
  );
};
