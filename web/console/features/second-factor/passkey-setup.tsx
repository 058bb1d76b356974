import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { errorMessage } from "../../data/api/error-message.ts";
import { addPasskey, type AddedFactor } from "./factors.ts";
import styles from "./second-factor.module.css";
import { useAttempt } from "./use-attempt.ts";

type PasskeySetupProps = { added: (factor: AddedFactor, name: string) => void; back: () => void };

/** Names a new passkey, and has the browser make it. */
export const PasskeySetup = ({ added, back }: PasskeySetupProps) => {
  const { t } = useTranslation("second-factor");
  const [name, setName] = useState("");
  const { busy, problem, setProblem, run } = useAttempt(errorMessage);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const given = name.trim();
    if (given === "") setProblem(t("nameMissing"));
    else run(async () => added(await addPasskey(given), given));
  };
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <p>{t("passkeyHelp")}</p>
      <TextInput
        label={t("name")}
        description={t("nameHelp")}
        autoComplete="off"
        data-autofocus
        value={name}
        error={problem === "" ? undefined : problem}
        onChange={(event) => {
          setProblem("");
          setName(event.currentTarget.value);
        }}
      />
      <div className={styles.foot}>
        <Button kind="quiet" onClick={back}>
          {t("console:cancel")}
        </Button>
        <Button kind="primary" type="submit" busy={busy}>
          {t("addPasskey")}
        </Button>
      </div>
    </form>
  );
};
