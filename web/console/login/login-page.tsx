import { PasswordInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { callOutside, queries } from "../api.ts";
import { Button } from "../components/button.tsx";
import { DoorPage } from "../components/door-page.tsx";
import styles from "./login.module.css";

const optionsQuery = {
  queryKey: ["session options"],
  queryFn: () => callOutside("GET", "/session/options") as Promise<{ oidc?: { name: string; start: string } }>,
};

/** Only addresses of the console itself: a link must not lead elsewhere after the login. */
const destination = (to: unknown): string =>
  typeof to === "string" && /^\/(at|account|locations)\b/.test(to) ? to : "/";

/** Logging in with e-mail address and password, or at the configured provider. */
export const Page = () => {
  const { t } = useTranslation("login");
  const navigate = useNavigate();
  const { to } = useSearch({ strict: false }) as { to?: unknown };
  const { data: options } = useQuery(optionsQuery);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const logIn = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem("");
    try {
      await callOutside("POST", "/session", { email: form.get("email"), password: form.get("password") });
      queries.clear();
      await navigate({ to: destination(to) });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t("title"));
      setBusy(false);
    }
  };
  return (
    <DoorPage title={t("title")}>
      <form className={styles.form} onSubmit={(event) => void logIn(event)}>
        <TextInput name="email" type="email" autoComplete="username" required autoFocus label={t("email")} />
        <PasswordInput name="password" autoComplete="current-password" required label={t("password")} />
        {problem !== "" && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        <Button kind="primary" size="setup" type="submit" busy={busy}>
          {t("logIn")}
        </Button>
        {options?.oidc !== undefined && (
          <a className={styles.provider} href={options.oidc.start}>
            {t("with", { name: options.oidc.name })}
          </a>
        )}
      </form>
    </DoorPage>
  );
};
