import { Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Panel, PanelForm } from "../../components/layout/panel.tsx";
import { problemAt } from "../../components/edits/use-draft.ts";
import { useForm } from "../../components/form/use-form.ts";
import { api } from "../../data/api/api.ts";
import { invalidateDirectories } from "./directories.ts";
import { LdapFields } from "./ldap-fields.tsx";
import { ldapSettingsOf, type LdapValues, ldapValuesOf } from "./ldap-values.ts";

const KINDS = ["scim", "ldap", "csv"] as const;
type Fields = { name: string; kind: (typeof KINDS)[number]; ldap: LdapValues };

/** Adds a directory, and opens it. */
export const NewDirectory = ({ close, added }: { close: () => void; added: (id: string) => void }) => {
  const { t } = useTranslation("directories");
  const { t: common } = useTranslation();
  const save = async ({ ldap, ...body }: Fields): Promise<void> => {
    const settings = body.kind === "ldap" ? { settings: ldapSettingsOf(ldap) } : {};
    const { _id } = await api.request("POST /directories", { body: { ...body, ...settings } });
    await invalidateDirectories();
    added(_id);
  };
  const { fields, set, problem, busy, submit } = useForm<Fields>(
    { name: "", kind: "scim", ldap: ldapValuesOf() },
    save,
  );
  const atName = problemAt(problem, "name");
  const isShown = atName !== undefined || problem?.field.startsWith("settings.") === true;
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
          error={atName}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Select
          label={t("kindLabel")}
          description={t(`kindHelp.${fields.kind}`)}
          data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={fields.kind}
          allowDeselect={false}
          onChange={(value) => set({ kind: KINDS.find((one) => one === value) ?? "scim" })}
        />
        {fields.kind === "ldap" && (
          <LdapFields
            values={fields.ldap}
            set={(part) => set({ ldap: { ...fields.ldap, ...part } })}
            problem={problem}
            isStored={false}
          />
        )}
      </PanelForm>
    </Panel>
  );
};
