import { Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { problemAt } from "../../components/edits/use-draft.ts";
import { useForm } from "../../components/form/use-form.ts";
import { Panel, PanelForm } from "../../components/layout/panel.tsx";
import { api } from "../../data/api/api.ts";
import { invalidateProviders, type PresetName, PRESETS } from "./providers.ts";

const NAMES = Object.keys(PRESETS) as PresetName[];
type Fields = { preset: PresetName; name: string };

/** Adds a login provider, and opens it: then its redirect URI is known, and the rest can be entered. */
export const NewProvider = ({ close, added }: { close: () => void; added: (id: string) => void }) => {
  const { t } = useTranslation("login-providers");
  const { t: common } = useTranslation();
  const save = async ({ preset, name }: Fields): Promise<void> => {
    const { _id } = await api.request("POST /loginproviders", { body: { ...PRESETS[preset], name } });
    await invalidateProviders();
    added(_id);
  };
  const first: Fields = { preset: "entra", name: PRESETS.entra.name };
  const { fields, set, problem, busy, submit } = useForm<Fields>(first, save);
  const atName = problemAt(problem, "name");
  const choose = (value: string | null): void => {
    const preset = NAMES.find((one) => one === value) ?? "other";
    set({ preset, name: PRESETS[preset].name });
  };
  return (
    <Panel title={t("add")} close={close}>
      <PanelForm
        action={common("add")}
        busy={busy}
        problem={atName === undefined ? problem?.words : undefined}
        submit={submit}
        close={close}
      >
        <Select
          label={t("preset.label")}
          data={NAMES.map((value) => ({ value, label: t(`preset.${value}`) }))}
          value={fields.preset}
          allowDeselect={false}
          onChange={choose}
        />
        <TextInput
          label={t("name")}
          description={t("help.name")}
          value={fields.name}
          error={atName}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      </PanelForm>
    </Panel>
  );
};
