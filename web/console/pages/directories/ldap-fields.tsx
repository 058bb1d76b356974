import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { LDAP_ATTRIBUTES, PRESET_NAMES, PRESETS } from "../../../../shared/ldap-presets.ts";
import { type FormProblem, problemAt } from "../../components/edits/use-draft.ts";
import { PasswordField } from "../../components/form/password-field.tsx";
import styles from "./directories.module.css";
import type { LdapText, LdapValues } from "./ldap-values.ts";

const INTERVALS = [15, 60, 240, 1440] as const;

type FieldsProps = {
  values: LdapValues;
  set: (part: Partial<LdapValues>) => void;
  problem: FormProblem | undefined;
  /** Whether there is a password that an empty one keeps. */
  isStored: boolean;
};

/** The field of a text of the settings. */
const useTextField =
  ({ values, set, problem }: FieldsProps) =>
  (name: LdapText, label: string, more: object = {}) => (
    <TextInput
      label={label}
      value={values[name]}
      error={problemAt(problem, `settings.${name}`)}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      {...more}
    />
  );

const Server = (props: FieldsProps) => {
  const { t } = useTranslation("directories");
  const { values, set, problem, isStored } = props;
  const field = useTextField(props);
  return (
    <>
      <Select
        label={t("ldap.preset")}
        data={PRESET_NAMES.map((value) => ({ value, label: t(`ldap.${value}`) }))}
        value={values.preset}
        allowDeselect={false}
        onChange={(value) => set({ preset: PRESET_NAMES.find((name) => name === value) ?? values.preset })}
      />
      {field("url", t("ldap.url"), { description: t("ldap.urlHelp"), placeholder: "ldaps://" })}
      {/^ldap:/i.test(values.url) && (
        <Switch
          label={t("ldap.startTls")}
          description={t("ldap.startTlsHelp")}
          checked={values.start_tls}
          error={problemAt(problem, "settings.start_tls")}
          onChange={(event) => set({ start_tls: event.currentTarget.checked })}
        />
      )}
      {field("bind_dn", t("ldap.bindDn"), { description: t("ldap.bindDnHelp") })}
      <PasswordField
        label={t("ldap.password")}
        {...(isStored ? { description: t("ldap.passwordHelp") } : {})}
        value={values.password}
        error={problemAt(problem, "settings.password")}
        autoComplete="new-password"
        onChange={(event) => set({ password: event.currentTarget.value })}
      />
    </>
  );
};

const Attributes = ({ values, set, problem }: FieldsProps) => {
  const { t } = useTranslation("directories");
  const known = PRESETS[values.preset].attributes;
  return (
    <details className={styles.more}>
      <summary>{t("ldap.attributes")}</summary>
      <p>{t("ldap.attributesHelp")}</p>
      <div className={styles.pairs}>
        {LDAP_ATTRIBUTES.map((name) => (
          <TextInput
            key={name}
            label={t(`ldap.attribute.${name}`)}
            placeholder={known[name]}
            value={values.attributes[name] ?? ""}
            error={problemAt(problem, `settings.attributes.${name}`)}
            spellCheck={false}
            onChange={(event) => set({ attributes: { ...values.attributes, [name]: event.currentTarget.value } })}
          />
        ))}
      </div>
    </details>
  );
};

const Interval = ({ values, set }: FieldsProps) => {
  const { t } = useTranslation("directories");
  const { interval_minutes: minutes } = values;
  const known = INTERVALS.map((value) => ({ value: String(value), label: t(`ldap.intervals.${value}`) }));
  const isKnown = INTERVALS.some((value) => value === minutes);
  const other = { value: String(minutes), label: t("ldap.otherInterval", { minutes }) };
  return (
    <Select
      label={t("ldap.interval")}
      data={isKnown ? known : [...known, other]}
      value={String(minutes)}
      allowDeselect={false}
      onChange={(value) => set({ interval_minutes: Number(value ?? minutes) })}
    />
  );
};

/** The settings of an LDAP directory. */
export const LdapFields = (props: FieldsProps) => {
  const { t } = useTranslation("directories");
  const { values, set, problem } = props;
  const field = useTextField(props);
  const { people_filter, groups_filter } = PRESETS[values.preset];
  return (
    <>
      <Server {...props} />
      {field("people_base", t("ldap.peopleBase"), { placeholder: "ou=people,dc=example,dc=org" })}
      {field("people_filter", t("ldap.peopleFilter"), { placeholder: people_filter })}
      {field("groups_base", t("ldap.groupsBase"), { description: t("ldap.groupsBaseHelp") })}
      {field("groups_filter", t("ldap.groupsFilter"), { placeholder: groups_filter })}
      <Interval {...props} />
      <Textarea
        label={t("ldap.ca")}
        description={t("ldap.caHelp")}
        value={values.ca}
        minRows={2}
        maxRows={6}
        autosize
        spellCheck={false}
        error={problemAt(problem, "settings.ca")}
        onChange={(event) => set({ ca: event.currentTarget.value })}
      />
      <Attributes {...props} />
    </>
  );
};
