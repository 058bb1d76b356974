import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { Code, CopyButton } from "../../components/text/code.tsx";
import { QrCode } from "../../components/text/qr-code.tsx";
import { errorMessage } from "../../data/api/error-message.ts";
import { addApp, type AddedFactor, type AppSecret } from "./factors.ts";
import styles from "./second-factor.module.css";
import { useAttempt } from "./use-attempt.ts";

/** In groups, as people read and type it. */
const inFours = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");

type AppSetupProps = { app: AppSecret; added: (factor: AddedFactor) => void; back: () => void };

/** Shows a new secret to an authenticator app, and asks for the code that proves that the app has it. */
export const AppSetup = ({ app, added, back }: AppSetupProps) => {
  const { t } = useTranslation("second-factor");
  const [code, setCode] = useState("");
  const { busy, problem, setProblem, run } = useAttempt(errorMessage);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() === "") setProblem(t("codeMissing"));
    else run(async () => added(await addApp(app.setup, code.trim())));
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p>{t("scan")}</p>
      <QrCode text={app.uri} label={t("qr")} className={styles.qr} />
      <div>
        <div className={styles.line}>
          <p>{t("key")}</p>
          <CopyButton text={app.secret} label={t("copyKey")} />
        </div>
        <Code>{inFours(app.secret)}</Code>
      </div>
      <TextInput
        label={t("firstCode")}
        description={t("firstCodeHelp")}
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        value={code}
        error={problem === "" ? undefined : problem}
        onChange={(event) => {
          setProblem("");
          setCode(event.currentTarget.value);
        }}
      />
      <div className={styles.foot}>
        <Button kind="quiet" onClick={back}>
          {t("console:cancel")}
        </Button>
        <Button kind="primary" type="submit" busy={busy}>
          {t("add")}
        </Button>
      </div>
    </form>
  );
};
