import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { isEmailAddress } from "../../../../shared/email.ts";
import { queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { EntranceLayout } from "../../components/layout/entrance-layout.tsx";
import { LanguageSwitch } from "../../components/language/language-switch.tsx";
import { PasswordField } from "../../components/form/password-field.tsx";
import { optionsQuery } from "../../data/session/session.ts";
import { canUsePasskeys } from "../../features/second-factor/passkey.ts";
import { registerPreload } from "../../lib/lazy-code.ts";
import { ForgotPassword } from "./forgot-password.tsx";
import { logIn, logInByPasskey, type NextStep } from "./log-in.ts";
import styles from "./login.module.css";
import { useLoginErrorText } from "./login-error-text.ts";
import { ProviderButtons } from "./provider-buttons.tsx";

/** Only addresses of the console itself: a link must not lead elsewhere after the login. */
const destination = (to: unknown): string =>
  typeof to === "string" && /^\/(at|account|locations|setup)\b/.test(to) ? to : "/";

/** Few users need it at each login, and it draws QR codes. */
const SecondStep = lazy(
  registerPreload(async () => ({ default: (await import("./second-factor/second-step.tsx")).SecondStep })),
);

/** Goes where the user wanted to go, once they are logged in. */
const useEnter = (): (() => Promise<void>) => {
  const navigate = useNavigate();
  const { to }: { to?: unknown } = useSearch({ strict: false });
  return async () => {
    queryClient.clear();
    await navigate({ to: destination(to) });
  };
};

const useLogIn = (needsMore: (next: NextStep) => void) => {
  const words = useLoginErrorText();
  const enter = useEnter();
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<NextStep | undefined>): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      const next = await work();
      if (next === undefined) await enter();
      else needsMore(next);
    } catch (error) {
      setProblem(words(error));
      setBusy(false);
    }
  };
  const submit = (email: string, password: string): Promise<void> => run(() => logIn(email, password));
  const byPasskey = (): Promise<void> => run(() => logInByPasskey().then(() => undefined));
  return { submit, byPasskey, busy, problem };
};

/** The ways to log in without a password of Foyer's own. */
const OtherWays = ({ byPasskey }: { byPasskey: () => void }) => {
  const { t } = useTranslation("login");
  const { data: options } = useQuery(optionsQuery);
  const hasPasskeys = canUsePasskeys(options?.passkeys);
  if ((options === undefined || options.providers.length === 0) && !hasPasskeys) return null;
  return (
    <>
      <p className={styles.or}>{t("or")}</p>
      <ProviderButtons />
      {hasPasskeys && (
        <button type="button" className={styles.provider} onClick={byPasskey}>
          {t("withPasskey")}
        </button>
      )}
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

type LogInProps = {
  email: string;
  setEmail: (email: string) => void;
  forgot: () => void;
  needsMore: (next: NextStep) => void;
};

const LogIn = ({ email, setEmail, forgot, needsMore }: LogInProps) => {
  const { t } = useTranslation("login");
  const [password, setPassword] = useState("");
  const { submit, byPasskey, busy, problem } = useLogIn(needsMore);
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
      <OtherWays byPasskey={() => void (busy || byPasskey())} />
    </form>
  );
};

/** The login with email address and password, a passkey, or at a login provider; with a link for a forgotten password. */
export const LoginPage = () => {
  const { t } = useTranslation("login");
  const [email, setEmail] = useState("");
  const [forgets, setForgets] = useState(false);
  const [next, setNext] = useState<NextStep>();
  const enter = useEnter();
  useEffect(() => {
    document.title = `${t("title")} · Foyer`;
  }, [t]);
  if (forgets) return <ForgotPassword email={email} setEmail={setEmail} back={() => setForgets(false)} />;
  if (next !== undefined)
    return (
      <Suspense>
        <SecondStep next={next} email={email} done={enter} back={() => setNext(undefined)} />
      </Suspense>
    );
  return (
    <EntranceLayout title={t("title")} foot={<LanguageSwitch />}>
      <LogIn email={email} setEmail={setEmail} forgot={() => setForgets(true)} needsMore={setNext} />
    </EntranceLayout>
  );
};
