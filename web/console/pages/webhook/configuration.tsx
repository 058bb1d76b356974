import { Menu, Switch, TextInput } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { type FormProblem, problemAt } from "../../components/edits/use-draft.ts";
import { PasswordField } from "../../components/form/password-field.tsx";
import styles from "./configuration.module.css";
import type { Health } from "./queries.ts";
import { SecretField } from "./secret.tsx";
import { type Configuration, METHODS } from "./use-configuration.ts";

type ConfigurationDraft = {
  draft: Configuration;
  set: (part: Partial<Configuration>) => void;
  problem: FormProblem | undefined;
};

const Method = ({ draft, set }: ConfigurationDraft) => {
  const { t } = useTranslation("webhook");
  return (
    <Menu position="bottom-start" width={140}>
      <Menu.Target>
        <button type="button" className={styles.method} aria-label={t("method", { method: draft.http_method })}>
          {draft.http_method}
          <IconChevronDown size={15} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {METHODS.map((method) => (
          <Menu.Item
            key={method}
            aria-current={method === draft.http_method || undefined}
            rightSection={method === draft.http_method ? <IconCheck size={16} stroke={1.8} aria-hidden="true" /> : null}
            onClick={() => set({ http_method: method })}
          >
            {method}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const Address = (editing: ConfigurationDraft) => {
  const { t } = useTranslation("webhook");
  const { draft, set, problem } = editing;
  return (
    <TextInput
      className={styles.address ?? ""}
      label={t("address")}
      type="url"
      placeholder={t("addressExample")}
      value={draft.url}
      leftSection={<Method {...editing} />}
      leftSectionWidth={90}
      leftSectionPointerEvents="all"
      spellCheck={false}
      error={problemAt(problem, "url")}
      onChange={(event) => set({ url: event.currentTarget.value })}
    />
  );
};

const DOTS = "••••••••••••";

/** The password is never read back: a placeholder stands for it until it is replaced. */
const Password = ({ draft, set, problem, kept }: ConfigurationDraft & { kept: boolean }) => {
  const { t } = useTranslation("webhook");
  const [replacing, setReplacing] = useState(false);
  if (kept && !replacing && draft.auth_password === "")
    return (
      <TextInput
        label={t("password")}
        value={DOTS}
        readOnly
        rightSectionWidth={84}
        rightSection={
          <button type="button" className={styles.replace} onClick={() => setReplacing(true)}>
            {t("replace")}
          </button>
        }
      />
    );
  return (
    <PasswordField
      label={t("password")}
      value={draft.auth_password}
      autoComplete="new-password"
      autoFocus={replacing}
      disabled={draft.auth_username === ""}
      error={problemAt(problem, "auth_password")}
      onBlur={() => setReplacing(false)}
      onChange={(event) => set({ auth_password: event.currentTarget.value })}
    />
  );
};

type ConfigurationProps = ConfigurationDraft & {
  location: string;
  health: Health;
  save: () => void;
  /** Turns an existing webhook on or off immediately. */
  turn: (enabled: boolean) => void;
};

const EnabledSwitch = ({ draft, set, health, turn }: ConfigurationProps) => {
  const { t } = useTranslation("webhook");
  const isNew = health.status === "none";
  return (
    <div className={styles.enabled}>
      <label htmlFor="webhook-enabled">{t("enabled")}</label>
      <Switch
        id="webhook-enabled"
        checked={isNew ? draft.enabled : health.status === "enabled"}
        onChange={({ currentTarget: { checked } }) => (isNew ? set({ enabled: checked }) : turn(checked))}
      />
    </div>
  );
};

/** All settings of the calls, on one line as in a request tool. */
export const ConfigurationLine = (props: ConfigurationProps) => {
  const { t } = useTranslation("webhook");
  const { draft, set, problem, health, location, save } = props;
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    save();
  };
  const isPlaced = ["url", "auth_username", "auth_password"].includes(problem?.field ?? "");
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate aria-label={t("configuration")}>
      <div className={styles.line}>
        <Address {...props} />
        <TextInput
          label={t("userName")}
          value={draft.auth_username}
          autoComplete="off"
          spellCheck={false}
          error={problemAt(problem, "auth_username")}
          onChange={(event) => set({ auth_username: event.currentTarget.value })}
        />
        <Password {...props} kept={health.has_password && draft.auth_username !== ""} />
        <SecretField location={location} health={health} />
        <EnabledSwitch {...props} />
      </div>
      {problem !== undefined && !isPlaced && (
        <p className={styles.problem} role="alert">
          {problem.words}
        </p>
      )}
      <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
    </form>
  );
};
