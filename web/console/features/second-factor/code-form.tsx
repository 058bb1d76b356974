import { TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import styles from "./second-factor.module.css";
import { useAttempt } from "./use-attempt.ts";

type CodeFormProps = {
  /** The verb on the button: "Log in". */
  action: string;
  enter: (code: string) => Promise<unknown>;
  /** Absent where the user has no passkey, or the browser can't use it. */
  byPasskey?: (() => Promise<unknown>) | undefined;
  words: (error: unknown) => string;
  size: "normal" | "setup";
  /** Beside the button: the way back. */
  children?: ReactNode;
  /** Attributes of what has the focus, such as those that keep Escape from a dialog below. */
  own?: Record<string, string>;
};

/** Asks for a second factor: a code of the app, a recovery code, or a passkey. */
export const CodeForm = ({ action, enter, byPasskey, words, size, children, own }: CodeFormProps) => {
  const { t } = useTranslation("second-factor");
  const [code, setCode] = useState("");
  const { busy, problem, setProblem, run } = useAttempt(words);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (code.trim() === "") setProblem(t("codeMissing"));
    else run(() => enter(code.trim()));
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label={t("code")}
        description={t("codeHelp")}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        data-autofocus
        value={code}
        error={problem === "" ? undefined : problem}
        onChange={(event) => {
          setProblem("");
          setCode(event.currentTarget.value);
        }}
        {...own}
      />
      <div className={styles.foot}>
        {children}
        {byPasskey !== undefined && (
          <Button size={size} icon={<IconFingerprint />} onClick={() => run(byPasskey)} {...own}>
            {t("usePasskey")}
          </Button>
        )}
        <Button kind="primary" size={size} type="submit" busy={busy} {...own}>
          {action}
        </Button>
      </div>
    </form>
  );
};
