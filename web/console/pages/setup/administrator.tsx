import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { internalApi, queryClient } from "../../data/api/api.ts";
import { problemAt, problemOf, type FormProblem } from "../../components/edits/use-draft.ts";
import { PasswordField } from "../../components/form/password-field.tsx";
import { SetupLinkEnded } from "./setup-link-ended.tsx";
import { Form, Frame } from "./frame.tsx";
import { PasswordMeter, PASSWORD_LENGTH_MIN } from "./password-meter.tsx";
import { Restore } from "./restore.tsx";
import { backupsQuery, setupToken } from "./setup.ts";

type Fields = { name: string; email: string; password: string };

/** "Claire Dubois" is Claire Dubois; "Anna de Vries" is Anna de Vries. */
const namesOf = (name: string): { first_name: string; last_name: string } => {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return { first_name: first, last_name: rest.join(" ") };
};

const useCreate = (token: string) => {
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem | undefined>();
  const create = async ({ name, email, password }: Fields): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = { token, email, password, ...namesOf(name), language_id: i18n.language };
      await internalApi.request("POST /setup/administrator", { body });
      queryClient.clear();
      await navigate({ to: "/setup", search: { step: "location" }, hash: "" });
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return { create, busy, problem, clear: () => setProblem(undefined) };
};

const Account = ({ token }: { token: string }) => {
  const { t } = useTranslation("setup");
  const [fields, setFields] = useState<Fields>({ name: "", email: "", password: "" });
  const { create, busy, problem, clear } = useCreate(token);
  const set = (part: Partial<Fields>): void => {
    setFields((before) => ({ ...before, ...part }));
    clear();
  };
  const isShort = fields.password.length < PASSWORD_LENGTH_MIN;
  const passwordProblem = isShort ? t("passwordShort", { count: PASSWORD_LENGTH_MIN }) : t("passwordKnown");
  return (
    <Form
      action={t("create")}
      busy={busy}
      problem={problem?.field === "" ? problem.words : undefined}
      submit={() => void create(fields)}
    >
      <TextInput
        label={`${t("yourName")} (${t("optional")})`}
        autoComplete="name"
        autoFocus
        value={fields.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t("email")}
        type="email"
        autoComplete="username"
        required
        value={fields.email}
        error={problemAt(problem, "email") === undefined ? undefined : t("emailWrong")}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <div>
        <PasswordField
          label={t("password")}
          autoComplete="new-password"
          required
          value={fields.password}
          error={problemAt(problem, "password") === undefined ? undefined : passwordProblem}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
        {problemAt(problem, "password") === undefined && <PasswordMeter password={fields.password} />}
      </div>
    </Form>
  );
};

/** The first administrator's account, or restoring a backup instead. */
export const Administrator = () => {
  const { t } = useTranslation("setup");
  // Stored immediately: the fragment disappears with the first step.
  const [token] = useState(setupToken);
  const { data: backups, error } = useQuery(backupsQuery(token));
  if (error !== null) return <SetupLinkEnded />;
  if (backups === undefined) return null;
  return (
    <Frame part="administrator" title={t("whoLooksAfter")} help={t("whoHelp")}>
      <Account token={token} />
      {backups.length > 0 && <Restore token={token} backups={backups} />}
    </Frame>
  );
};
