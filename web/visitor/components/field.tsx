import { IconAlertCircle } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import type { Problem } from "../../visitor-flow/answers.ts";
import styles from "./field.module.css";

/** What is wrong, and what to do. */
export const FieldError = ({ id, problem }: { id?: string; problem: Problem | undefined }) => {
  const { t } = useTranslation("visitor-flow");
  return problem === undefined ? null : (
    <p id={id} className={styles.wrong}>
      <IconAlertCircle size={18} stroke={1.8} aria-hidden="true" />
      {t(`problem.${problem}`)}
    </p>
  );
};

/** A question's words with, where it is so, that it may stay empty. */
export const LabelWords = ({ children, optional }: { children: ReactNode; optional: boolean }) => {
  const { t } = useTranslation("visitor-flow");
  return (
    <>
      {children} {optional && <span className={styles.optional}>{t("optional")}</span>}
    </>
  );
};

/** The properties of every field. */
export type FieldProps = {
  label: ReactNode;
  /** The title of the page says it already. */
  isLabelHidden?: boolean;
  optional?: boolean;
  problem?: Problem | undefined;
  value: string;
  change: (value: string) => void;
};

/** The IDs that connect a field with its label and error. */
export const useFieldIds = (problem: Problem | undefined, optional: boolean) => {
  const id = useId();
  return {
    id,
    wrongId: `${id}-wrong`,
    aria: {
      "aria-required": !optional || undefined,
      "aria-invalid": problem !== undefined || undefined,
      "aria-describedby": problem === undefined ? undefined : `${id}-wrong`,
    },
  };
};

type LabelledFieldProps = Pick<FieldProps, "label" | "isLabelHidden" | "optional" | "problem"> & {
  id: string;
  wrongId: string;
  children: ReactNode;
};

/** Label, field, and what is wrong with it. */
export const LabelledField = ({
  label,
  isLabelHidden = false,
  optional = false,
  problem,
  id,
  wrongId,
  children,
}: LabelledFieldProps) => (
  <div className={styles.field}>
    <label htmlFor={id} className={isLabelHidden ? "hidden" : styles.label}>
      <LabelWords optional={optional}>{label}</LabelWords>
    </label>
    {children}
    <FieldError id={wrongId} problem={problem} />
  </div>
);

type Kind = "text" | "email" | "tel" | "number" | "date";

type TextProps = FieldProps & { kind?: Kind; capitals?: boolean; rows?: number; complete?: string | undefined };

/** A text field, with the phone's own keyboard for it. @param complete the phone's autofill hint */
export const TextField = ({
  label,
  isLabelHidden,
  optional = false,
  problem,
  value,
  change,
  kind = "text",
  capitals = false,
  rows = 1,
  complete = "off",
}: TextProps) => {
  const { id, wrongId, aria } = useFieldIds(problem, optional);
  const shared = {
    id,
    value,
    className: styles.input,
    autoComplete: complete,
    autoCapitalize: capitals ? "words" : rows > 1 ? "sentences" : "off",
    spellCheck: rows > 1,
    ...aria,
  };
  return (
    <LabelledField
      {...{ label, optional, problem, id, wrongId }}
      {...(isLabelHidden !== undefined && { isLabelHidden })}
    >
      {rows > 1 ? (
        <textarea {...shared} rows={rows} onChange={({ target }) => change(target.value)} />
      ) : (
        <input
          {...shared}
          type={kind === "number" ? "text" : kind}
          inputMode={kind === "number" ? "decimal" : undefined}
          enterKeyHint="next"
          onChange={({ target }) => change(target.value)}
        />
      )}
    </LabelledField>
  );
};
