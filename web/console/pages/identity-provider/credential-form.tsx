import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { api } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { problemAt } from "../../components/edits/use-draft.ts";
import type { EditedRecord } from "../../components/edits/use-edits.ts";
import { useForm } from "../../components/form/use-form.ts";
import { LocationPicker } from "../../components/layout/location-picker.tsx";
import { Panel, PanelForm } from "../../components/layout/panel.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { useLocationId } from "../../data/session/location.ts";
import type { Match } from "../../data/api/record-tags.ts";
import { invalidateCredentials, type IdpCredential } from "./credentials.ts";

const NAMED = ["name", "tenant_id", "client_id"] as const;
type Fields = Record<(typeof NAMED)[number], string> & { companies: readonly string[] };

const send = (credential: IdpCredential | undefined, fields: Fields, match: Match): Promise<unknown> => {
  const body = { ...fields, companies: [...fields.companies] };
  if (credential === undefined) return api.request("POST /idpcredentials", { body });
  return api.request("PUT /idpcredentials/{id}", { params: { id: credential._id }, body, ...match });
};

const fieldsOf = (credential: IdpCredential | undefined, location: string): Fields => ({
  name: credential?.name ?? "",
  tenant_id: credential?.tenant_id ?? "",
  client_id: credential?.client_id ?? "",
  companies: credential?.companies ?? [location],
});

const credentialRecord = (credential: IdpCredential, location: string): EditedRecord<Fields> => ({
  location,
  id: credential._id,
  // There is no call for a single one.
  read: async () => {
    const found = (await api.request("GET /idpcredentials")).find(({ _id }) => _id === credential._id);
    return { fields: fieldsOf(found ?? credential, location), match: {} };
  },
});

const Remove = ({ credential, close }: { credential: IdpCredential; close: () => void }) => {
  const { t } = useTranslation("identity-provider");
  const { t: common } = useTranslation();
  const remove = async (): Promise<void> => {
    await api.request("DELETE /idpcredentials/{id}", { params: { id: credential._id } });
    await invalidateCredentials();
    close();
    showToast({ words: t("removed", { name: credential.name }) });
  };
  return (
    <ConfirmButton
      button={<Button kind="danger">{common("remove")}</Button>}
      title={t("removeTitle", { name: credential.name })}
      action={t("removeAction")}
      run={remove}
    >
      {t("removeBody")}
    </ConfirmButton>
  );
};

/** Accepts the tokens of an application, or changes which. */
export const CredentialForm = ({ credential, close }: { credential: IdpCredential | undefined; close: () => void }) => {
  const { t } = useTranslation("identity-provider");
  const { t: common } = useTranslation();
  const location = useLocationId();
  const save = async (edited: Fields, match: Match): Promise<void> => {
    await send(credential, edited, match);
    await invalidateCredentials();
    close();
  };
  const { fields, set, problem, busy, submit } = useForm(fieldsOf(credential, location), save, {
    record: credential && credentialRecord(credential, location),
  });
  const known = [...NAMED, "companies"].find((field) => problemAt(problem, field) !== undefined);
  return (
    <Panel title={credential?.name ?? t("add")} close={close}>
      <PanelForm
        action={credential === undefined ? t("add") : common("save")}
        busy={busy}
        problem={known === undefined ? problem?.words : undefined}
        submit={submit}
        close={close}
        danger={credential !== undefined && <Remove credential={credential} close={close} />}
      >
        {NAMED.map((name) => (
          <TextInput
            key={name}
            label={t(name)}
            description={t(`help.${name}`)}
            value={fields[name]}
            error={problemAt(problem, name)}
            onChange={({ currentTarget: { value } }) => set({ [name]: value })}
          />
        ))}
        <LocationPicker
          value={fields.companies}
          error={problemAt(problem, "companies")}
          onChange={(companies) => set({ companies })}
        />
      </PanelForm>
    </Panel>
  );
};
