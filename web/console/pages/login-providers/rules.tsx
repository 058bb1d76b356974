import { Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { ROLES } from "../../../../shared/roles.ts";
import { Button } from "../../components/button/button.tsx";
import { LocationPicker } from "../../components/layout/location-picker.tsx";
import { useLocationId } from "../../data/session/location.ts";
import styles from "./login-providers.module.css";
import type { LoginRule } from "./providers.ts";

type RuleProps = { rule: LoginRule; change: (rule: LoginRule) => void; remove: () => void };

const Rule = ({ rule, change, remove }: RuleProps) => {
  const { t } = useTranslation("login-providers");
  const { t: common } = useTranslation();
  return (
    <li className={styles.rule}>
      <TextInput
        label={t("rule.group")}
        description={t("rule.groupHelp")}
        value={rule.group}
        onChange={(event) => change({ ...rule, group: event.currentTarget.value })}
      />
      <Select
        label={t("rule.role")}
        data={ROLES.map((value) => ({ value, label: common(`role.${value}`) }))}
        value={rule.role}
        allowDeselect={false}
        onChange={(value) => change({ ...rule, role: ROLES.find((role) => role === value) ?? rule.role })}
      />
      {rule.role !== "global_admin" && (
        <LocationPicker value={rule.users_at ?? []} onChange={(users_at) => change({ ...rule, users_at })} />
      )}
      <div>
        <Button kind="quiet" size="row" onClick={remove}>
          {t("rule.remove")}
        </Button>
      </div>
    </li>
  );
};

type RulesProps = { rules: readonly LoginRule[]; set: (rules: LoginRule[]) => void; problem: string | undefined };

/** What the provider's groups make of a user. */
export const Rules = ({ rules, set, problem }: RulesProps) => {
  const { t } = useTranslation("login-providers");
  const location = useLocationId();
  const lines = rules.map((rule, n) => ({ rule, n }));
  return (
    <section className={styles.part}>
      <h3>{t("rules")}</h3>
      <p>{t("rulesHelp")}</p>
      <ul className={styles.list}>
        {lines.map(({ rule, n }) => (
          <Rule
            key={n}
            rule={rule}
            change={(changed) => set(rules.map((one, at) => (at === n ? changed : one)))}
            remove={() => set(rules.filter((_, at) => at !== n))}
          />
        ))}
      </ul>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <div>
        <Button onClick={() => set([...rules, { group: "", role: "receptionist", users_at: [location] }])}>
          {t("addRule")}
        </Button>
      </div>
    </section>
  );
};
