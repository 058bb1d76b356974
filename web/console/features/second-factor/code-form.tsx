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
  /** Whether there is an authenticator app: without one, a passkey comes first, and the code is a recovery code. */
  hasApp: boolean;
  size: "normal" | "setup";
  /** Beside the button: the way back. */
  children?: ReactNode;
  /** Attributes of what has the focus, such as those that keep Escape from a dialog below. */
  own?: Record<string, string>;
};

type ButtonsProps = Omit<CodeFormProps, "enter" | "words"> & {
  busy: boolean;
  run: (work: () => Promise<unknown>) => void;
};

/** In a dialog the main button is the last, on a page the first. */
const Buttons = ({ action, byPasskey, hasApp, size, children, own, busy, run }: ButtonsProps) => {
  const { t } = useTranslation("second-factor");
  const prefersPasskey = !hasApp && byPasskey !== undefined;
  const passkey = byPasskey !== undefined && (
    <Button
      kind={prefersPasskey ? "primary" : "line"}
      size={size}
      icon={<IconFingerprint />}
      onClick={() => run(byPasskey)}
      {...own}
    >
      {t("usePasskey")}
    </Button>
  );
  const code = (
    <Button kind={prefersPasskey ? "line" : "primary"} size={size} type="submit" busy={busy} {...own}>
      {action}
    </Button>
  );
  const [first, second] = prefersPasskey ? [passkey, code] : [code, passkey];
  if (size === "setup")
    return (
      <div className={styles.start}>
        {first}
        {second}
        {children}
      </div>
    );
  return (
    <div className={styles.foot}>
      {children}
      {second}
      {first}
    </div>
  );
};

/** Asks for a second factor: a code of the app, a recovery code, or a passkey. */
export const CodeForm = ({ enter, words, own, hasApp, ...rest }: CodeFormProps) => {
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
        label={hasApp ? t("code") : t("recoveryCode")}
        {...(hasApp && { description: t("codeHelp") })}
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
      <Buttons {...rest} {...(own && { own })} hasApp={hasApp} busy={busy} run={run} />
    </form>
  );
};
