import { Modal } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../button/button.tsx";
import styles from "./confirm.module.css";
import { errorMessage } from "../../data/api/error-message.ts";
import { useRestoreFocus } from "../focus/restore-focus.ts";

type ConfirmProps = {
  opened: boolean;
  /** The question with the name: "Erase Sofie De Smet?" */
  title: ReactNode;
  /** What will be lost, counted. */
  children: ReactNode;
  /** Verb and number again: "Erase 3 visits". */
  action: string;
  /** Red where data is lost; `primary` where the user only confirms the intent. */
  kind?: "erase" | "primary";
  run: () => Promise<unknown>;
  close: () => void;
};

/**
 * Asks for confirmation of actions that can't be undone or may be a mistake, and only of those. An error is shown in
 * the dialog, which stays open.
 */
export const Confirm = ({ opened, title, children, action, kind = "erase", run, close }: ConfirmProps) => {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  useRestoreFocus(opened);
  const go = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      await run();
      close();
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Otherwise React would submit a form around the dialog, too.
    event.stopPropagation();
    if (!busy) void go();
  };
  return (
    <Modal opened={opened} onClose={close} title={<span className={styles.title}>{title}</span>}>
      <form onSubmit={submit} noValidate>
        <div className={styles.body}>{children}</div>
        {problem !== "" && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={styles.actions}>
          <Button kind="quiet" onClick={close}>
            {t("cancel")}
          </Button>
          <Button type="submit" kind={kind} busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Modal>
  );
};
