import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { isEmailAddress } from "../../../../shared/email.ts";
import { queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { EntranceLayout } from "../../components/layout/entrance-layout.tsx";
import { LanguageSwitch } from "../../components/language/language-switch.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { optionsQuery } from "../../data/session/session.ts";
import { ForgotPassword } from "./forgot-password.tsx";
import { logIn } from "./log-in.ts";
import styles from "./login.module.css";
import { useLoginErrorText } from "./login-error-text.ts";
import { ProviderButtons } from "./provider-buttons.tsx";

/** Only addresses of the console itself: a link must not lead elsewhere after the login. */
const destination = (to: unknown): string =>
  typeof to === "string" && /^\/(at|account|locations|setup)\b/.test(to) ? to : "/";

const useLogIn = () => {
  const words = useLoginErrorText();
  const navigate = useNavigate();
  const { to }: { to?: unknown } = useSearch({ strict: false });
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (email: string, password: string): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      await logIn(email, password);
      queryClient.clear();
      await navigate({ to: destination(to) });
    } catch (error) {
      setProblem(words(error));
      setBusy(false);
    }
  };
  return { submit, busy, problem };
};

const Providers = () => {
  const { t } = useTranslation("login");
  const { data: options } = useQuery(optionsQuery);
  if (options === undefined || options.providers.length === 0) return null;
  return (
    <>
      <p className={styles.or}>{t("or")}</p>
      <ProviderButtons />
    </>
  );
};

/** What the form lacks, in our words; the focus moves to the first such field. */
const useMissing = (email: string, password: string) => {
  const { t } = useTranslation("login");
  const [missing, setMissing] = useState<{ email?: string | undefined; password?: string | undefined }>({});
  const form = useRef<HTMLFormElement>(null);
  // Not by the hook of the other forms: it is in a file that this page doesn't load.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each submission says anew what is missing
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [missing]);
  const isComplete = (): boolean => {
    const found = {
      email: isEmailAddress(email.trim()) ? undefined : t("emailWrong"),
      password: password === "" ? t("passwordMissing") : undefined,
    };
    setMissing(found);
    return found.email === undefined && found.password === undefined;
  };
  return { form, missing, setMissing, isComplete };
};

type LogInProps = { email: string; setEmail: (email: string) => void; forgot: () => void };

const LogIn = ({ email, setEmail, forgot }: LogInProps) => {
  const { t } = useTranslation("login");
  const [password, setPassword] = useState("");
  const { submit, busy, problem } = useLogIn();
  const { form, missing, setMissing, isComplete } = useMissing(email, password);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!busy && isComplete()) void submit(email, password);
  };
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate>
      <TextInput
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
        label={t("email")}
        value={email}
        error={missing.email}
        onChange={(event) => {
          setMissing({});
          setEmail(event.currentTarget.value);
        }}
      />
      <PasswordField
        name="password"
        autoComplete="current-password"
        required
        label={t("password")}
        value={password}
        error={missing.password}
        onChange={(event) => {
          setMissing({});
          setPassword(event.currentTarget.value);
        }}
      />
      {problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.foot}>
        <Button kind="primary" size="setup" type="submit" busy={busy}>
          {t("logIn")}
        </Button>
        <button type="button" className={styles.quiet} onClick={forgot}>
          {t("forgot")}
        </button>
      </div>
      <Providers />
    </form>
  );
};

/** The login with email address and password, or at a login provider; with a link for a forgotten password. */
export const LoginPage = () => {
  const { t } = useTranslation("login");
  const [email, setEmail] = useState("");
  const [forgets, setForgets] = useState(false);
  useEffect(() => {
    document.title = `${t("title")} · Foyer`;
  }, [t]);
  if (forgets) return <ForgotPassword email={email} setEmail={setEmail} back={() => setForgets(false)} />;
  return (
    <EntranceLayout title={t("title")} foot={<LanguageSwitch />}>
      <LogIn email={email} setEmail={setEmail} forgot={() => setForgets(true)} />
    </EntranceLayout>
  );
};
