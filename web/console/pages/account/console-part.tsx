import { SegmentedControl, Select, Switch, useMantineColorScheme } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { LANGUAGES } from "../../../shared/texts.ts";
import { languageChoices } from "../../components/language/languages.ts";
import { problemOf } from "../../components/edits/use-draft.ts";
import { Section } from "../../components/layout/page-layout.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { preference, saveLanguage, savePreference } from "../../lib/preferences.ts";
import styles from "./account.module.css";
import { updateProfile } from "./sessions.ts";

const THEMES = ["light", "dark", "auto"] as const;

const LanguageField = () => {
  const { t, i18n } = useTranslation("account");
  const choose = async (language: string): Promise<void> => {
    saveLanguage(language);
    await i18n.changeLanguage(language);
    document.documentElement.lang = language;
    try {
      await updateProfile({ language_id: language });
    } catch (error) {
      showToast({ kind: "problem", words: problemOf(error).words });
    }
  };
  return (
    <Select
      label={t("language")}
      description={t("languageHelp")}
      data={languageChoices()}
      value={i18n.language in LANGUAGES ? i18n.language : "en"}
      allowDeselect={false}
      onChange={(language) => language !== null && void choose(language)}
    />
  );
};

const ThemeField = () => {
  const { t } = useTranslation("account");
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const choose = (value: string): void => {
    const theme = THEMES.find((one) => one === value) ?? "auto";
    savePreference("theme", theme);
    setColorScheme(theme);
  };
  return (
    <div role="group" aria-labelledby="theme">
      <p className={styles.label} id="theme">
        {t("theme")}
      </p>
      <SegmentedControl
        data={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
        value={colorScheme}
        onChange={choose}
      />
    </div>
  );
};

type PreferenceSwitchProps = {
  name: "keys" | "compact";
  label: string;
  help: string;
  /** Whether it is on before the user has chosen. */
  atFirst: boolean;
};

const PreferenceSwitch = ({ name, label, help, atFirst }: PreferenceSwitchProps) => {
  const [on, setOn] = useState(preference(name) ?? atFirst);
  return (
    <Switch
      label={label}
      description={help}
      checked={on}
      onChange={(event) => {
        savePreference(name, event.currentTarget.checked);
        setOn(event.currentTarget.checked);
      }}
    />
  );
};

/** How the console is for this user: each applies at once, in this browser. */
export const ConsolePart = () => {
  const { t } = useTranslation("account");
  return (
    <Section title={t("console")}>
      <div className={styles.fields}>
        <LanguageField />
        <ThemeField />
        <PreferenceSwitch name="compact" label={t("compact")} help={t("compactHelp")} atFirst={false} />
        <PreferenceSwitch name="keys" label={t("keys")} help={t("keysHelp")} atFirst />
      </div>
    </Section>
  );
};
