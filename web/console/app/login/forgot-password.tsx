import { TextInput } from "@mantine/core";
import { IconMailCheck } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { EntranceLayout } from "../../components/layout/entrance-layout.tsx";
import { LanguageSwitch } from "../../components/language/language-switch.tsx";
import { requestPasswordLink, LoginRefusedError } from "./log-in.ts";
import styles from "./login.module.css";

type ForgotProps = { email: string; setEmail: (email: string) => void; back: () => void };

const useAsk = (email: string) => {
  const { t } = useTranslation("login");
  const [busy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState("");
  const ask = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      await requestPasswordLink(email);
      setAsked(true);
    } catch (error) {
      const status = error instanceof LoginRefusedError ? error.status : 0;
      if (status === 400) setProblem(t("emailWrong"));
      else
        setProblem(
          error instanceof LoginRefusedError && status === 429 ? t("locked", { count: error.minutes }) : t("noAnswer"),
        );
    } finally {
      setBusy(false);
    }
  };
  return { ask, busy, isAsked, problem };
};

/** Requests an email with a link to set a new password. The response does not reveal whether the address is known. */
export const ForgotPassword = ({ email, setEmail, back }: ForgotProps) => {
  const { t } = useTranslation("login");
  const { ask, busy, isAsked, problem } = useAsk(email);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) void ask();
  };
  const toLogin = (
    <button type="button" className={styles.quiet} onClick={back}>
      {t("back")}
    </button>
  );
  if (isAsked)
    return (
      <EntranceLayout title={t("askedTitle")} foot={<LanguageSwitch />}>
        <p className={styles.asked} role="status">
          <IconMailCheck size={22} stroke={1.6} aria-hidden="true" />
          <span>{t("asked", { email })}</span>
        </p>
        {toLogin}
      </EntranceLayout>
    );
  return (
    <EntranceLayout title={t("forgotTitle")} help={t("forgotHelp")} foot={<LanguageSwitch />}>
      <form className={styles.form} onSubmit={onSubmit}>
        <TextInput
          type="email"
          autoComplete="username"
          required
          autoFocus
          label={t("email")}
          value={email}
          error={problem === "" ? undefined : problem}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <div className={styles.foot}>
          <Button kind="primary" size="setup" type="submit" busy={busy}>
            {t("sendLink")}
          </Button>
          {toLogin}
        </div>
      </form>
    </EntranceLayout>
  );
};
