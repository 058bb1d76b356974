import { IconX } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { Button, IconButton } from "../button/button.tsx";
import styles from "./panel.module.css";
import { useRestoreFocusOnUnmount } from "../focus/restore-focus.ts";
import { useFocusFirstField, useFocusOnError } from "../focus/use-form-focus.ts";

type PanelProps = { title: ReactNode; close: () => void; children: ReactNode };

/** Escape closes the panel, unless it closes a dialog or the suggestions of a field. */
const useEscape = (close: () => void): void => {
  useEffect(() => {
    let isOfField = false;
    // Before the field handles it: afterwards its suggestions are closed.
    const onKeyFirst = ({ target }: KeyboardEvent): void => {
      isOfField = target instanceof Element && target.getAttribute("aria-expanded") === "true";
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || isOfField) return;
      if (document.querySelector("[role=dialog]") === null) close();
    };
    globalThis.addEventListener("keydown", onKeyFirst, { capture: true });
    globalThis.addEventListener("keydown", onKey);
    return () => {
      globalThis.removeEventListener("keydown", onKeyFirst, { capture: true });
      globalThis.removeEventListener("keydown", onKey);
    };
  }, [close]);
};

/** A page's side panel: a title, a close button (Escape too), its parts. */
export const Panel = ({ title, close, children }: PanelProps) => {
  const { t } = useTranslation();
  useRestoreFocusOnUnmount();
  useEscape(close);
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <IconButton label={t("close")} onClick={close}>
          <IconX />
        </IconButton>
      </header>
      {children}
    </div>
  );
};

type PanelFormProps = {
  /** The verb on the button: "Invite". */
  action: string;
  busy: boolean;
  /** An error that belongs to no field. */
  problem?: string | undefined;
  submit: () => void;
  close: () => void;
  children: ReactNode;
  /** On the left of the footer: remove. */
  danger?: ReactNode;
};

/** A form in a panel: its fields, the first of which takes the focus, and its buttons in the footer. */
export const PanelForm = ({ action, busy, problem, submit, close, children, danger }: PanelFormProps) => {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstField(form);
  const sent = useFocusOnError(busy);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    sent(event.currentTarget);
    submit();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <div className={styles.fields}>{children}</div>
      {problem !== undefined && problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <span className={styles.danger}>{danger}</span>
        <Button kind="quiet" onClick={close}>
          {t("cancel")}
        </Button>
        <Button kind="primary" type="submit" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
};

/** Name and value, line by line. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;

/** One line of Facts. */
export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
