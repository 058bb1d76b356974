import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { EntranceLayout } from "../../../components/layout/entrance-layout.tsx";
import { LanguageSwitch } from "../../../components/language/language-switch.tsx";
import { errorMessage } from "../../../data/api/error-message.ts";
import { optionsQuery } from "../../../data/session/session.ts";
import { AppSetup } from "../../../features/second-factor/app-setup.tsx";
import { CodeForm } from "../../../features/second-factor/code-form.tsx";
import { type AddedFactor, type AppSecret, newAppSecret } from "../../../features/second-factor/factors.ts";
import { canUsePasskeys } from "../../../features/second-factor/passkey.ts";
import { PasskeySetup } from "../../../features/second-factor/passkey-setup.tsx";
import { RecoveryCodes } from "../../../features/second-factor/recovery-codes.tsx";
import { useAttempt } from "../../../features/second-factor/use-attempt.ts";
import { enterCode, logInByPasskey, LoginRefusedError, type NextStep } from "../log-in.ts";
import styles from "../login.module.css";

/** Why a code or a passkey was refused, as a sentence. */
const useStepErrorText = (): ((error: unknown) => string) => {
  const { t } = useTranslation("login");
  const { t: factor } = useTranslation("second-factor");
  return (error) => {
    if (!(error instanceof LoginRefusedError)) return errorMessage(error);
    if (error.status === 403) return error.path === "/session/code" ? factor("wrongCode") : factor("wrongPasskey");
    if (error.status === 429) return t("locked", { count: error.minutes });
    return error.status === 400 ? factor("tookTooLong") : t("noAnswer");
  };
};

const useHasPasskeys = (): boolean => {
  const { data: options } = useQuery(optionsQuery);
  return canUsePasskeys(options?.passkeys);
};

const Back = ({ back }: { back: () => void }) => {
  const { t } = useTranslation("login");
  return (
    <button type="button" className={styles.quiet} onClick={back}>
      {t("back")}
    </button>
  );
};

type VerifyProps = {
  factors: NextStep["factors"];
  done: () => Promise<void>;
  size: "normal" | "setup";
  back: ReactNode;
};

/** Asks for the second factor of the user whose password was right. */
export const VerifyForm = ({ factors, done, size, back }: VerifyProps) => {
  const { t } = useTranslation("second-factor");
  const words = useStepErrorText();
  const hasPasskeys = useHasPasskeys() && factors.includes("passkey");
  return (
    <CodeForm
      action={t("logIn")}
      size={size}
      hasApp={factors.includes("totp")}
      words={words}
      enter={async (code) => {
        await enterCode(code);
        await done();
      }}
      byPasskey={
        hasPasskeys
          ? async () => {
              await logInByPasskey();
              await done();
            }
          : undefined
      }
    >
      {back}
    </CodeForm>
  );
};

type Setting = { app: AppSecret } | "passkey" | undefined;

type ChoiceProps = { choose: (setting: Setting) => void; back: () => void };

/** An app or a passkey. */
const Choice = ({ choose, back }: ChoiceProps) => {
  const { t } = useTranslation("second-factor");
  const { problem, run } = useAttempt(errorMessage);
  const hasPasskeys = useHasPasskeys();
  return (
    <div className={styles.form}>
      <button
        type="button"
        className={styles.choice}
        onClick={() => run(async () => choose({ app: await newAppSecret() }))}
      >
        <b>{t("app")}</b>
        <span>{t("appHelp")}</span>
      </button>
      {hasPasskeys && (
        <button type="button" className={styles.choice} onClick={() => choose("passkey")}>
          <b>{t("passkey")}</b>
          <span>{t("passkeyHelp")}</span>
        </button>
      )}
      {problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Back back={back} />
    </div>
  );
};

type EnrolProps = { email: string; done: () => Promise<void>; back: () => void };

/** Has a user whose role needs a second factor add the first one. */
const Enrol = ({ email, done, back }: EnrolProps) => {
  const [setting, setSetting] = useState<Setting>();
  const [codes, setCodes] = useState<readonly string[]>();
  const leave = (): void => setSetting(undefined);
  const added = ({ recovery_codes = [] }: AddedFactor): void => setCodes(recovery_codes);
  if (codes !== undefined) return <RecoveryCodes codes={codes} email={email} done={() => void done()} />;
  if (setting === undefined) return <Choice choose={setSetting} back={back} />;
  if (setting === "passkey") return <PasskeySetup added={added} back={leave} />;
  return <AppSetup app={setting.app} added={added} back={leave} />;
};

type SecondStepProps = EnrolProps & { next: NextStep };

/** The page between the right password and the console: the second factor, or the first one to be added. */
export const SecondStep = ({ next, email, done, back }: SecondStepProps) => {
  const { t } = useTranslation("second-factor");
  const isEnrol = next.step === "enrol";
  const help = next.factors.includes("totp") ? t("verifyApp") : t("verifyCode");
  return (
    <EntranceLayout
      title={isEnrol ? t("enrolTitle") : t("verifyTitle")}
      help={isEnrol ? t("enrolHelp") : help}
      open={0.4}
      foot={<LanguageSwitch />}
    >
      {isEnrol ? (
        <Enrol email={email} done={done} back={back} />
      ) : (
        <VerifyForm factors={next.factors} done={done} size="setup" back={<Back back={back} />} />
      )}
    </EntranceLayout>
  );
};
