import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { type Role, ROLES } from "../../../../shared/roles.ts";
import { Button } from "../../components/button/button.tsx";
import { LocationPicker } from "../../components/layout/location-picker.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { api } from "../../data/api/api.ts";
import type { Directory } from "../../data/lists/directories.ts";
import { useLocationId } from "../../data/session/location.ts";
import styles from "./directories.module.css";
import { type DirectoryRule, invalidateDirectories } from "./directories.ts";

const ABOUT = ["everyone", "group", "attribute"] as const;
type About = (typeof ABOUT)[number];

const NONE = "none";
const ROLE_CHOICES = [NONE, ...ROLES] as const;

const aboutOf = ({ group, attribute }: DirectoryRule): About =>
  group === undefined ? (attribute === undefined ? "everyone" : "attribute") : "group";

const EMPTY = { everyone: { everyone: true }, group: { group: "" }, attribute: { attribute: "department", value: "" } };

/** The rule with another subject; what it gives remains. */
const withAbout = (rule: DirectoryRule, about: About): DirectoryRule => {
  const { hosts_at, role, users_at } = rule;
  const given = { ...(hosts_at && { hosts_at }), ...(role && { role }), ...(users_at && { users_at }) };
  return { ...EMPTY[about], ...given };
};

const withRole = ({ role: _role, users_at = [], ...rule }: DirectoryRule, role: Role | undefined): DirectoryRule =>
  role === undefined ? rule : { ...rule, role, ...(role === "global_admin" ? {} : { users_at }) };

type RuleProps = { rule: DirectoryRule; change: (rule: DirectoryRule) => void; remove: () => void };

const Subject = ({ rule, change }: Pick<RuleProps, "rule" | "change">) => {
  const { t } = useTranslation("directories");
  const field = (name: "group" | "attribute" | "value") => (
    <TextInput
      label={t(`rule.${name}`)}
      value={rule[name] ?? ""}
      onChange={(event) => change({ ...rule, [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <Select
        label={t("rule.about")}
        data={ABOUT.map((value) => ({ value, label: t(`about.${value}`) }))}
        value={aboutOf(rule)}
        allowDeselect={false}
        onChange={(value) => change(withAbout(rule, ABOUT.find((one) => one === value) ?? "everyone"))}
      />
      {rule.group !== undefined && field("group")}
      {rule.attribute !== undefined && field("attribute")}
      {rule.attribute !== undefined && field("value")}
    </>
  );
};

const Rule = ({ rule, change, remove }: RuleProps) => {
  const { t } = useTranslation("directories");
  const { t: common } = useTranslation();
  return (
    <li className={styles.rule}>
      <Subject rule={rule} change={change} />
      <LocationPicker
        value={rule.hosts_at ?? []}
        description={t("rule.hostsAt")}
        onChange={(hosts_at) => change({ ...rule, hosts_at })}
      />
      <Select
        label={t("rule.role")}
        data={ROLE_CHOICES.map((value) => ({
          value,
          label: value === NONE ? t("rule.noRole") : common(`role.${value}`),
        }))}
        value={rule.role ?? NONE}
        allowDeselect={false}
        onChange={(value) =>
          change(
            withRole(
              rule,
              ROLES.find((role) => role === value),
            ),
          )
        }
      />
      {rule.users_at !== undefined && (
        <LocationPicker
          value={rule.users_at}
          description={t("rule.usersAt")}
          onChange={(users_at) => change({ ...rule, users_at })}
        />
      )}
      <div>
        <Button kind="quiet" size="row" onClick={remove}>
          {t("rule.remove")}
        </Button>
      </div>
    </li>
  );
};

/** Who of the people is a host or a user, and where. */
export const RulesForm = ({ directory, stored }: { directory: Directory; stored: readonly DirectoryRule[] }) => {
  const { t } = useTranslation("directories");
  const location = useLocationId();
  const [rules, setRules] = useState(stored.map((rule, n) => ({ rule, n })));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      const body = rules.map(({ rule }) => rule);
      await api.request("PUT /directories/{id}/rules", { params: { id: directory._id }, body });
      await invalidateDirectories();
      showToast({ words: t("rulesSaved") });
    } catch (error) {
      setProblem(problemOf(error).words);
    }
    setBusy(false);
  };
  const add = (): void =>
    setRules([...rules, { rule: { everyone: true, hosts_at: [location] }, n: (rules.at(-1)?.n ?? 0) + 1 }]);
  return (
    <section className={styles.part}>
      <h3>{t("rules")}</h3>
      <p>{t("rulesHelp")}</p>
      <ul className={styles.list}>
        {rules.map(({ rule, n }) => (
          <Rule
            key={n}
            rule={rule}
            change={(changed) => setRules(rules.map((one) => (one.n === n ? { rule: changed, n } : one)))}
            remove={() => setRules(rules.filter((one) => one.n !== n))}
          />
        ))}
      </ul>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div className={styles.buttons}>
        <Button onClick={add}>{t("addRule")}</Button>
        <Button kind="primary" busy={busy} onClick={() => void save()}>
          {t("saveRules")}
        </Button>
      </div>
    </section>
  );
};
