import { IconAlertCircle } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import type { Problem } from "../../visitor-flow/answers.ts";
import { fieldAfter } from "../keyboard/text-control.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import styles from "./field.module.css";

type FieldProps = {
  label: ReactNode;
  /** The title of the screen says it already. */
  isLabelHidden?: boolean;
  optional?: boolean;
  /** Whether it is said that it may stay empty. */
  hint?: boolean;
  problem?: Problem | undefined;
  value: string;
  change: (value: string) => void;
  kind?: "text" | "email" | "phone" | "number";
  /** What the keyboard begins with. */
  capitals?: boolean;
  rows?: number;
  placeholder?: string;
  submit?: (() => void) | undefined;
};

const MODES = { text: "text", email: "email", phone: "tel", number: "decimal" } as const;

/** What is wrong, and what to do. */
export const FieldError = ({ id, problem }: { id: string; problem: Problem | undefined }) => {
  const { t } = useTranslation("visitor-flow");
  return problem === undefined ? null : (
    <p id={id} className={styles.wrong}>
      <IconAlertCircle size={22} stroke={1.8} aria-hidden="true" />
      {t(`problem.${problem}`)}
    </p>
  );
};

/** A label with, where it is so, that it may stay empty. */
export const Label = ({
  htmlFor,
  id,
  children,
  optional = false,
}: {
  htmlFor?: string;
  id?: string;
  children: ReactNode;
  optional?: boolean;
}) => {
  const { t } = useTranslation("visitor-flow");
  return (
    <label htmlFor={htmlFor} id={id} className={styles.label}>
      {children} {optional && <span>{t("optional")}</span>}
    </label>
  );
};

/** To the next field; after the last one to the button, so that the tablet's keyboard leaves it in sight. */
const goOn = (field: HTMLInputElement): void => {
  const screen = field.closest<HTMLElement>("main");
  (fieldAfter(screen, field) ?? screen?.querySelector<HTMLElement>("[data-main]"))?.focus();
};

/** A text that is typed. It suggests nothing: what an earlier visitor typed is private. */
export const Field = ({
  label,
  isLabelHidden = false,
  optional = false,
  hint = optional,
  problem,
  value,
  change,
  kind = "text",
  capitals = false,
  rows = 1,
  placeholder,
  submit,
}: FieldProps) => {
  const id = useId();
  const { hasKeys } = useKioskContext();
  const shared = {
    id,
    value,
    className: styles.input,
    inputMode: hasKeys ? ("none" as const) : MODES[kind],
    autoComplete: "off",
    autoCorrect: "off",
    autoCapitalize: capitals ? "words" : "off",
    spellCheck: false,
    placeholder,
    "data-kind": kind,
    "aria-required": !optional,
    "aria-invalid": problem !== undefined,
    "aria-describedby": problem === undefined ? undefined : `${id}-wrong`,
  };
  return (
    <div className={styles.field}>
      <div className={isLabelHidden ? styles.hidden : styles.top}>
        <Label htmlFor={id} optional={hint && problem === undefined}>
          {label}
        </Label>
        {!isLabelHidden && <FieldError id={`${id}-wrong`} problem={problem} />}
      </div>
      {rows > 1 ? (
        <textarea {...shared} rows={rows} onChange={({ target }) => change(target.value)} />
      ) : (
        <input
          {...shared}
          type="text"
          enterKeyHint={submit === undefined ? "next" : "go"}
          onChange={({ target }) => change(target.value)}
          onKeyDown={({ key, nativeEvent, currentTarget }) => {
            if (key !== "Enter" || nativeEvent.isComposing) return;
            if (submit === undefined) goOn(currentTarget);
            else submit();
          }}
        />
      )}
      {isLabelHidden && <FieldError id={`${id}-wrong`} problem={problem} />}
    </div>
  );
};
