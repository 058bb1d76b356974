import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { LANGUAGES } from "../../../shared/texts.ts";
import { api, queryClient } from "../../data/api/api.ts";
import { languageChoices } from "../../components/language/languages.ts";
import { problemAt } from "../../components/edits/use-draft.ts";
import { useForm } from "../../components/form/use-form.ts";
import { TimeZoneField } from "../../components/date/time-zone-field.tsx";
import { browserTimeZone, phoneSettingsOf } from "../../components/date/zone-search.ts";
import { Panel, PanelForm } from "../../components/layout/panel.tsx";
import { locationsQuery } from "../../data/session/location.ts";

type Fields = { name: string; timezone: string; default_language: string; settings_of: string | null };

/** The location is most likely in the browser's time zone. */
const guess = (language: string): Fields => ({
  name: "",
  timezone: browserTimeZone(),
  default_language: language,
  settings_of: null,
});

const useAdd = () => {
  const { t, i18n } = useTranslation("locations");
  const navigate = useNavigate();
  const add = async ({ settings_of, ...fields }: Fields): Promise<void> => {
    const given = { ...fields, name: fields.name.trim(), ...phoneSettingsOf(fields.timezone) };
    const languages = [...new Set([fields.default_language, "en"])];
    // The texts of another location are in its languages.
    const begun = settings_of === null ? { languages } : { settings_of };
    const made = await api.request("POST /companies", { body: { ...given, ...begun } });
    await queryClient.invalidateQueries({ queryKey: locationsQuery.queryKey });
    await navigate({ to: "/at/$location/settings", params: { location: made._id } });
  };
  const check = ({ name }: Fields) => (name.trim() === "" ? { field: "name", words: t("nameMissing") } : undefined);
  return useForm(guess(i18n.language in LANGUAGES ? i18n.language : "en"), add, { check });
};

/** A new location: its name, its clock, its language; everything else can be set in its settings. */
export const AddLocation = ({ close }: { close: () => void }) => {
  const { t } = useTranslation("locations");
  const { t: common } = useTranslation();
  const { fields, set, problem, busy, submit } = useAdd();
  const { data: locations = [] } = useQuery(locationsQuery);
  const isShown = ["name", "timezone", "default_language", "settings_of"].includes(problem?.field ?? "");
  return (
    <Panel title={t("add")} close={close}>
      <PanelForm
        action={common("add")}
        busy={busy}
        problem={isShown ? undefined : problem?.words}
        submit={submit}
        close={close}
      >
        <TextInput
          label={t("name")}
          description={t("nameHelp")}
          value={fields.name}
          error={problemAt(problem, "name")}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <TimeZoneField
          label={t("timezone")}
          description={t("timezoneHelp")}
          value={fields.timezone}
          error={problemAt(problem, "timezone")}
          onChange={(timezone) => set({ timezone })}
        />
        <Select
          label={t("language")}
          description={t("languageHelp")}
          allowDeselect={false}
          data={languageChoices()}
          value={fields.default_language}
          error={problemAt(problem, "default_language")}
          onChange={(language) => language !== null && set({ default_language: language })}
        />
        {locations.length > 0 && (
          <Select
            label={t("settingsOf")}
            description={t("settingsOfHelp")}
            placeholder={t("settingsOfNone")}
            clearable
            searchable
            data={locations.map(({ _id, name }) => ({ value: _id, label: name }))}
            value={fields.settings_of}
            error={problemAt(problem, "settings_of")}
            onChange={(location) => set({ settings_of: location })}
          />
        )}
      </PanelForm>
    </Panel>
  );
};
