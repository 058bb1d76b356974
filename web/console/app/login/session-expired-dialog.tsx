import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import confirm from "../../components/feedback/confirm.module.css";
import { PasswordField } from "../../components/form/password-field.tsx";
import { PasswordOwner } from "../../components/form/password-owner.tsx";
import { meQuery, optionsQuery, useMe } from "../../data/session/session.ts";
import { registerPreload } from "../../lib/lazy-code.ts";
import { canUsePasskeys } from "../../features/second-factor/passkey.ts";
import { logIn, logInByPasskey, type NextStep } from "./log-in.ts";
import styles from "./login.module.css";
import { useLoginErrorText } from "./login-error-text.ts";
import { ProviderButtons } from "./provider-buttons.tsx";

/** Reads everything again, the user first: that closes the dialog (session.ts). */
const refetchAll = (): Promise<void> => queryClient.invalidateQueries();

const VerifyForm = lazy(
  registerPreload(async () => ({ default: (await import("./second-factor/second-step.tsx")).VerifyForm })),
);

const useLogIn = (email: string) => {
  const words = useLoginErrorText();
  const [next, setNext] = useState<NextStep>();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<NextStep | undefined>): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      const more = await work();
      // A first factor is added on the page of the login, since this one has other things to keep.
      if (more?.step === "enrol") globalThis.location.assign("/login");
      else if (more !== undefined) setNext(more);
      else await refetchAll();
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (password: string): Promise<void> => run(() => logIn(email, password));
  const byPasskey = (): Promise<void> => run(() => logInByPasskey().then(() => undefined));
  return { submit, byPasskey, busy, problem, next, back: () => setNext(undefined) };
};

const ByPasskey = ({ byPasskey }: { byPasskey: () => void }) => {
  const { t } = useTranslation("login");
  const { data: options } = useQuery(optionsQuery);
  if (!canUsePasskeys(options?.passkeys)) return null;
  return (
    <button type="button" className={styles.provider} onClick={byPasskey}>
      {t("withPasskey")}
    </button>
  );
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

type ByPasswordProps = Omit<ReturnType<typeof useLogIn>, "next" | "back"> & { email: string };

const ByPassword = ({ email, submit, byPasskey, busy, problem }: ByPasswordProps) => {
  const { t } = useTranslation("login");
  const [password, setPassword] = useState("");
  const [isMissing, setMissing] = useState(false);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (password === "") setMissing(true);
    else void submit(password);
  };
  return (
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
      <ByPasskey byPasskey={() => void (busy || byPasskey())} />
      <div className={styles.again}>
        <a className={styles.quiet} href="/login">
          {t("ended.other")}
        </a>
        <Button kind="primary" type="submit" busy={busy}>
          {t("logIn")}
        </Button>
      </div>
    </form>
  );
};

/**
 * Asks the user whose session expired for their password on the same page, and for their second factor: what they typed
 * is kept, but hidden meanwhile.
 */
export const SessionExpiredDialog = () => {
  const { t } = useTranslation("login");
  const { t: common } = useTranslation();
  const { email } = useMe();
  const { next, back, ...login } = useLogIn(email);
  useRestoreFocusOnUnmount();
  return (
    <Modal
      opened
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      overlayProps={{ color: "var(--canvas)", backgroundOpacity: 1 }}
      title={<span className={confirm.title}>{t("ended.title")}</span>}
    >
      {next === undefined ? (
        <ByPassword email={email} {...login} />
      ) : (
        <Suspense>
          <VerifyForm
            factors={next.factors}
            done={refetchAll}
            size="normal"
            back={
              <Button kind="quiet" onClick={back}>
                {common("cancel")}
              </Button>
            }
          />
        </Suspense>
      )}
    </Modal>
  );
};
