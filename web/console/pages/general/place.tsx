import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { findPhoneCountry, PHONE_COUNTRIES } from "../../../../shared/phone-countries.ts";
import { LANGUAGES } from "../../../shared/texts.ts";
import { problemAt } from "../../components/edits/use-draft.ts";
import { useLanguageName } from "../../components/language/languages.ts";
import { TimeZoneField } from "../../components/date/time-zone-field.tsx";
import { Section } from "../../components/layout/page-layout.tsx";
import styles from "./general.module.css";
import type { LocationDraftState } from "./model.ts";

/** Texts can be written in these, too. */
const OTHERS = "es it pt da sv nb fi pl cs sk hu ro bg hr sl el tr uk ru ar he zh ja ko".split(" ");

const HELP_BELOW = {
  inputWrapperOrder: ["label", "input", "description", "error"] satisfies (
    | "label"
    | "input"
    | "description"
    | "error"
  )[],
};

const PLACES = ["address", "zip_code", "city", "country"] as const;

const Languages = ({ editing: { draft, set, problem } }: { editing: LocationDraftState }) => {
  const { t } = useTranslation("general");
  const nameOf = useLanguageName();
  const { languages, default_language } = draft;
  const known = [...new Set([...Object.keys(LANGUAGES), ...OTHERS, ...languages])];
  const choose = (next: string[]): void => {
    const [first = default_language] = next;
    set({ languages: next, default_language: next.includes(default_language) ? default_language : first });
  };
  return (
    <>
      <MultiSelect
        {...HELP_BELOW}
        label={t("languages")}
        description={t("languagesHelp")}
        searchable
        hidePickedOptions
        data={known.map((code) => ({ value: code, label: nameOf(code) }))}
        value={languages}
        error={problemAt(problem, "languages")}
        onChange={choose}
      />
      <Select
        {...HELP_BELOW}
        className={styles.half ?? ""}
        label={t("defaultLanguage")}
        description={t("defaultLanguageHelp")}
        allowDeselect={false}
        data={languages.map((code) => ({ value: code, label: nameOf(code) }))}
        value={default_language}
        error={problemAt(problem, "default_language")}
        onChange={(code) => code !== null && set({ default_language: code })}
      />
    </>
  );
};

const PhoneCountry = ({ editing: { draft, set, problem } }: { editing: LocationDraftState }) => {
  const { t, i18n } = useTranslation("general");
  const names = new Intl.DisplayNames(i18n.language, { type: "region" });
  const countries = PHONE_COUNTRIES.map((code) => ({
    value: code,
    label: `${names.of(code) ?? code} (+${findPhoneCountry(code)?.code})`,
  })).toSorted((a, b) => a.label.localeCompare(b.label, i18n.language));
  const { phone_country, ...others } = draft.settings;
  return (
    <Select
      {...HELP_BELOW}
      className={styles.half ?? ""}
      label={t("setting.phone_country")}
      description={t("settingHelp.phone_country")}
      placeholder={t("noCountry")}
      searchable
      clearable
      data={countries}
      value={phone_country ?? null}
      error={problemAt(problem, "settings.phone_country")}
      nothingFoundMessage={t("console:nothingMatches")}
      onChange={(code) => set({ settings: code === null ? others : { ...others, phone_country: code } })}
    />
  );
};

/** What the location is called, where it is, its clock and its languages. */
export const Place = ({ editing }: { editing: LocationDraftState }) => {
  const { t } = useTranslation("general");
  const { draft, set, problem } = editing;
  return (
    <Section title={t("place")}>
      <div className={styles.fields}>
        <TextInput
          label={t("name")}
          required
          value={draft.name}
          error={problemAt(problem, "name")}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <div className={styles.address}>
          {PLACES.map((key) => (
            <TextInput
              key={key}
              label={t(key)}
              value={draft[key]}
              onChange={(event) => set({ [key]: event.currentTarget.value })}
            />
          ))}
        </div>
        <TimeZoneField
          {...HELP_BELOW}
          className={styles.half ?? ""}
          label={t("timezone")}
          description={t("timezoneHelp")}
          value={draft.timezone}
          error={problemAt(problem, "timezone")}
          onChange={(timezone) => set({ timezone })}
        />
        <PhoneCountry editing={editing} />
        <Languages editing={editing} />
      </div>
    </Section>
  );
};
