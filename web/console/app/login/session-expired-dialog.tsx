import { Modal } from "@mantine/core";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import confirm from "../../components/feedback/confirm.module.css";
import { PasswordField } from "../../components/form/password-field.tsx";
import { PasswordOwner } from "../../components/form/password-owner.tsx";
import { meQuery, useMe } from "../../data/session/session.ts";
import { logIn } from "./log-in.ts";
import styles from "./login.module.css";
import { useLoginErrorText } from "./login-error-text.ts";
import { ProviderButtons } from "./provider-buttons.tsx";

/** Reads everything again, the user first: that closes the dialog (session.ts). */
const refetchAll = (): Promise<void> => queryClient.invalidateQueries();

const useLogIn = (email: string) => {
  const words = useLoginErrorText();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (password: string): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      await logIn(email, password);
      await refetchAll();
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  return { submit, busy, problem };
};

/**
 * The provider's page opens beside this one, so that nothing here is lost; afterwards the user is logged in here too.
 */
const Providers = () => {
  useEffect(() => {
    const look = (): void => void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    globalThis.addEventListener("focus", look);
    return () => globalThis.removeEventListener("focus", look);
  }, []);
  return <ProviderButtons target="_blank" />;
};

/** After the login, the focus returns to where it was. */
const useRestoreFocusOnUnmount = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () =>
      void requestAnimationFrame(() => before instanceof HTMLElement && before.focus({ preventScroll: true })),
    [before],
  );
};

/**
 * Asks the user whose session expired for their password on the same page: what they typed is kept, but hidden
 * meanwhile.
 */
export const SessionExpiredDialog = () => {
  const { t } = useTranslation("login");
  const { email } = useMe();
  const [password, setPassword] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { submit, busy, problem } = useLogIn(email);
  useRestoreFocusOnUnmount();
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (password === "") setMissing(true);
    else void submit(password);
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ color: "var(--canvas)", backgroundOpacity: 1 }}
      title={<span className={confirm.title}>{t("ended.title")}</span>}
    >
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <p className={confirm.body}>{t("ended.body", { email })}</p>
        <PasswordOwner label={t("email")} email={email} />
        <PasswordField
          label={t("password")}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={password}
          error={isMissing ? t("passwordMissing") : problem || undefined}
          onChange={(event) => {
            setMissing(false);
            setPassword(event.currentTarget.value);
          }}
        />
        <Providers />
        <div className={styles.again}>
          <a className={styles.quiet} href="/login">
            {t("ended.other")}
          </a>
          <Button kind="primary" type="submit" busy={busy}>
            {t("logIn")}
          </Button>
        </div>
      </form>
    </Modal>
  );
};
