import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { PasswordOwner } from "../../components/form/password-owner.tsx";
import { type FormProblem, problemAt, problemOf } from "../../components/edits/use-draft.ts";
import { Section } from "../../components/layout/page-layout.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { useMe } from "../../data/session/session.ts";
import styles from "./account.module.css";
import { changePassword, mailPasswordLink } from "./sessions.ts";

type Passwords = { current: string; next: string; repeated: string };

const EMPTY: Passwords = { current: "", next: "", repeated: "" };
const LENGTH_MIN = 12;

const useChange = () => {
  const { t } = useTranslation("account");
  const [passwords, setPasswords] = useState(EMPTY);
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const wrong = ({ next, repeated }: Passwords): FormProblem | undefined => {
    if (next.length < LENGTH_MIN) return { field: "password", words: t("short", { count: LENGTH_MIN }) };
    return next === repeated ? undefined : { field: "repeated", words: t("differ") };
  };
  const submit = async (): Promise<void> => {
    const found = wrong(passwords);
    setProblem(found);
    if (found !== undefined) return;
    setBusy(true);
    try {
      await changePassword(passwords.current, passwords.next);
      setPasswords(EMPTY);
      showToast({ words: t("changed") });
    } catch (error) {
      const refused = problemOf(error);
      setProblem(refused.field === "current_password" ? { field: "current_password", words: t("wrong") } : refused);
    } finally {
      setBusy(false);
    }
  };
  const set = (part: Partial<Passwords>): void => {
    setPasswords((before) => ({ ...before, ...part }));
    setProblem(undefined);
  };
  return { passwords, set, problem, busy, submit };
};

const Forgotten = () => {
  const { t } = useTranslation("account");
  const { email } = useMe();
  const [busy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    setBusy(true);
    try {
      await mailPasswordLink(email);
      showToast({ words: t("linkSent", { email }) });
    } catch (error) {
      showToast({ kind: "problem", words: problemOf(error).words });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button kind="quiet" busy={busy} onClick={() => void ask()}>
      {t("forgotten")}
    </Button>
  );
};

/** A new password, by the present one; who does not know it has a link mailed. */
export const PasswordPart = () => {
  const { t } = useTranslation("account");
  const { email } = useMe();
  const { passwords, set, problem, busy, submit } = useChange();
  const field = (name: keyof Passwords, label: string, refused: string, complete: string, help?: string) => (
    <PasswordField
      label={label}
      {...(help === undefined ? {} : { description: help })}
      autoComplete={complete}
      value={passwords[name]}
      error={problemAt(problem, refused)}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  const isShown = ["current_password", "password", "repeated"].includes(problem?.field ?? "");
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void submit();
  };
  return (
    <Section title={t("password")} help={t("passwordHelp")}>
      <form className={styles.fields} onSubmit={onSubmit} noValidate>
        <PasswordOwner label={t("email")} email={email} />
        {field("current", t("current"), "current_password", "current-password")}
        {field("next", t("next"), "password", "new-password", t("nextHelp", { count: LENGTH_MIN }))}
        {field("repeated", t("again"), "repeated", "new-password")}
        {problem !== undefined && !isShown && (
          <p className={styles.problem} role="alert">
            {problem.words}
          </p>
        )}
        <div className={styles.buttons}>
          <Button type="submit" busy={busy}>
            {t("change")}
          </Button>
          <Forgotten />
        </div>
      </form>
    </Section>
  );
};
