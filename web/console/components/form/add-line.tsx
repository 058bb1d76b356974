import { TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import styles from "./add-line.module.css";
import { Button } from "../button/button.tsx";
import { problemOf } from "../edits/use-draft.ts";
import { useRestoreFocusOnUnmount } from "../focus/restore-focus.ts";

type AddLineProps = {
  /** The label: "Name of the visit type". */
  label: string;
  /** The button: "Create". */
  action: string;
  /** Creates the record. A refusal is shown at the field. */
  add: (name: string) => Promise<unknown>;
  close: () => void;
  /** Further fields besides the name. */
  children?: ReactNode;
};

/** Creates a record in its place in the list, by its name alone. */
export const AddLine = ({ label, action, add, close, children }: AddLineProps) => {
  const { t } = useTranslation();
  useRestoreFocusOnUnmount();
  const [name, setName] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await add(name.trim());
      close();
    } catch (error) {
      setProblem(problemOf(error).words);
      setBusy(false);
    }
  };
  return (
    <form
      className={styles.line}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <TextInput
        className={styles.field ?? ""}
        label={label}
        value={name}
        autoFocus
        required
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {children}
      <div className={styles.buttons}>
        <Button kind="primary" size="input" type="submit" busy={busy} disabled={name.trim() === ""}>
          {action}
        </Button>
        <Button kind="quiet" size="input" onClick={close}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
};
