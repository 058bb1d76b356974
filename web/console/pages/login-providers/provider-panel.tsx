import { Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { problemAt } from "../../components/edits/use-draft.ts";
import type { EditedRecord } from "../../components/edits/use-edits.ts";
import { PasswordField } from "../../components/form/password-field.tsx";
import { useForm } from "../../components/form/use-form.ts";
import { Fact, Facts, Panel, PanelForm } from "../../components/layout/panel.tsx";
import { Code, CopyButton } from "../../components/text/code.tsx";
import { api } from "../../data/api/api.ts";
import { type Match, matchOf } from "../../data/api/record-tags.ts";
import { useLocationId } from "../../data/session/location.ts";
import styles from "./login-providers.module.css";
import { invalidateProviders, type LoginProvider, type LoginRule } from "./providers.ts";
import { Rules } from "./rules.tsx";
import { TestConnection } from "./test-connection.tsx";

const TEXTS = ["name", "issuer", "client_id"] as const;
const CLAIMS = ["scopes", "groups_claim"] as const;
type TextName = (typeof TEXTS)[number] | (typeof CLAIMS)[number];
type Fields = Record<TextName | "client_secret", string> & { active: boolean; rules: readonly LoginRule[] };

const fieldsOf = ({ name, issuer, client_id, scopes, groups_claim, active, rules }: LoginProvider): Fields => ({
  name,
  issuer: issuer ?? "",
  client_id: client_id ?? "",
  client_secret: "",
  scopes,
  groups_claim,
  active,
  rules,
});

const recordOf = ({ _id: id }: LoginProvider, location: string): EditedRecord<Fields> => ({
  location,
  id,
  read: async () => {
    const provider = await api.request("GET /loginproviders/{id}", { params: { id } });
    return { fields: fieldsOf(provider), match: matchOf(provider) };
  },
});

/** An empty field removes what there was; an empty secret keeps it, because it is never read back. */
const send = (id: string, { client_secret, rules, ...rest }: Fields, match: Match) => {
  const given = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value === "" ? null : value]));
  const secret = client_secret === "" ? {} : { client_secret };
  return api.request("PUT /loginproviders/{id}", {
    params: { id },
    body: { ...given, ...secret, rules: [...rules] },
    ...match,
  });
};

const RemoveProvider = ({ provider, close }: { provider: LoginProvider; close: () => void }) => {
  const { t } = useTranslation("login-providers");
  const { t: common } = useTranslation();
  const remove = async (): Promise<void> => {
    await api.request("DELETE /loginproviders/{id}", { params: { id: provider._id } });
    await invalidateProviders();
    close();
    showToast({ words: t("removed", { name: provider.name }) });
  };
  return (
    <ConfirmButton
      button={<Button kind="danger">{common("remove")}</Button>}
      title={t("removeTitle", { name: provider.name })}
      action={t("removeAction")}
      run={remove}
    >
      {t("removeBody")}
    </ConfirmButton>
  );
};

const RedirectUri = ({ uri }: { uri: string }) => {
  const { t } = useTranslation("login-providers");
  return (
    <section className={styles.part}>
      <div className={styles.line}>
        <h3>{t("redirectUri")}</h3>
        <CopyButton text={uri} label={t("copyRedirectUri")} />
      </div>
      <p>{t("redirectHelp")}</p>
      <Code>{uri}</Code>
    </section>
  );
};

type ProviderProps = { provider: LoginProvider; close: () => void };

const useProviderForm = ({ provider, close }: ProviderProps) => {
  const { t } = useTranslation("login-providers");
  const location = useLocationId();
  const save = async (fields: Fields, match: Match): Promise<void> => {
    await send(provider._id, fields, match);
    await invalidateProviders();
    showToast({ words: t("saved", { name: fields.name }) });
    close();
  };
  return useForm(fieldsOf(provider), save, { record: recordOf(provider, location) });
};

const ProviderForm = ({ provider, close }: ProviderProps) => {
  const { t } = useTranslation("login-providers");
  const { t: common } = useTranslation();
  const { fields, set, problem, busy, submit } = useProviderForm({ provider, close });
  const known = ["client_secret", "rules", ...TEXTS, ...CLAIMS].some((name) => problemAt(problem, name) !== undefined);
  const text = (name: TextName) => (
    <TextInput
      key={name}
      label={t(name)}
      description={t(`help.${name}`)}
      value={fields[name]}
      error={problemAt(problem, name)}
      onChange={({ currentTarget: { value } }) => set({ [name]: value })}
    />
  );
  return (
    <PanelForm
      action={common("save")}
      busy={busy}
      problem={known ? undefined : problem?.words}
      submit={submit}
      close={close}
      danger={<RemoveProvider provider={provider} close={close} />}
    >
      <RedirectUri uri={provider.redirect_uri} />
      {TEXTS.map(text)}
      <PasswordField
        label={t("client_secret")}
        description={t(provider.has_secret ? "help.secretSet" : "help.client_secret")}
        autoComplete="off"
        value={fields.client_secret}
        error={problemAt(problem, "client_secret")}
        onChange={(event) => set({ client_secret: event.currentTarget.value })}
      />
      {CLAIMS.map(text)}
      <Switch
        label={t("active")}
        description={t("help.active")}
        checked={fields.active}
        onChange={(event) => set({ active: event.currentTarget.checked })}
      />
      <Rules rules={fields.rules} set={(rules) => set({ rules })} problem={problemAt(problem, "rules")} />
      <TestConnection provider={provider} />
    </PanelForm>
  );
};

/** The provider of the server's settings: it can be looked at and tested here. */
const OfSettings = ({ provider }: { provider: LoginProvider }) => {
  const { t } = useTranslation("login-providers");
  return (
    <>
      <Facts>
        <Fact name={t("issuer")}>{provider.issuer}</Fact>
        <Fact name={t("client_id")}>{provider.client_id}</Fact>
      </Facts>
      <div className={styles.parts}>
        <Notice kind="info" title={t("fromSettings")}>
          {t("fromSettingsHelp")}
        </Notice>
        <RedirectUri uri={provider.redirect_uri} />
        <TestConnection provider={provider} />
      </div>
    </>
  );
};

/** One login provider: what to register there, what it gave Foyer, and what its groups make of a user. */
export const ProviderPanel = ({ provider, close }: ProviderProps) => (
  <Panel title={provider.name} close={close}>
    {provider.from_settings ? <OfSettings provider={provider} /> : <ProviderForm provider={provider} close={close} />}
  </Panel>
);
