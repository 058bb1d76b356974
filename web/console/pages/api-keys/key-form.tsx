import { MultiSelect, Select, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { formatDayHeading } from "../../../shared/format.ts";
import { api } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { problemAt } from "../../components/edits/use-draft.ts";
import type { EditedRecord } from "../../components/edits/use-edits.ts";
import { useForm } from "../../components/form/use-form.ts";
import { LocationPicker } from "../../components/layout/location-picker.tsx";
import { Fact, Facts, Panel, PanelForm } from "../../components/layout/panel.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { useLocationId, useFormatContext } from "../../data/session/location.ts";
import type { Match } from "../../data/api/record-tags.ts";
import { type ApiKey, KEY_ROLES, invalidateApiKeys, SCOPES, useRoleName } from "./keys.ts";

const EXPIRIES = ["never", "30d", "90d", "1y"] as const;
type Expiry = (typeof EXPIRIES)[number];
type Fields = {
  name: string;
  companies: readonly string[];
  role: ApiKey["role"];
  scopes: ApiKey["scopes"];
  expiry: Expiry;
  ranges: string;
};

/** One address or range a line; commas and blanks part them too. */
const rangesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((range) => range !== "");

const send = async (
  key: ApiKey | undefined,
  { name, companies, role, scopes, expiry, ranges }: Fields,
  match: Match,
): Promise<string | undefined> => {
  const body = { name, companies: [...companies], role, scopes, ip_ranges: rangesOf(ranges) };
  if (key === undefined) return (await api.request("POST /apikeys", { body: { ...body, expiry } })).key;
  await api.request("PUT /apikeys/{id}", { params: { id: key._id }, body, ...match });
  return undefined;
};

const Revoke = ({ apiKey, close }: { apiKey: ApiKey; close: () => void }) => {
  const { t } = useTranslation("api-keys");
  const revoke = async (): Promise<void> => {
    await api.request("DELETE /apikeys/{id}", { params: { id: apiKey._id } });
    await invalidateApiKeys();
    close();
    showToast({ words: t("revoked", { name: apiKey.name }) });
  };
  return (
    <ConfirmButton
      button={<Button kind="danger">{t("revoke")}</Button>}
      title={t("revokeTitle", { name: apiKey.name })}
      action={t("revokeAction")}
      run={revoke}
    >
      {t("revokeBody")}
    </ConfirmButton>
  );
};

const KeyFacts = ({ apiKey }: { apiKey: ApiKey }) => {
  const { t } = useTranslation("api-keys");
  const writing = useFormatContext();
  const day = (instant: string | null | undefined, none: string): string =>
    instant === undefined || instant === null ? none : formatDayHeading(new Date(instant), writing);
  return (
    <Facts>
      <Fact name={t("keyId")}>
        <code>{apiKey.key_id}</code>
      </Fact>
      <Fact name={t("lastUsed")}>{day(apiKey.last_used, t("never"))}</Fact>
      <Fact name={t("ends")}>{day(apiKey.expires_at, t("never"))}</Fact>
    </Facts>
  );
};

const fieldsOf = (apiKey: ApiKey | undefined, location: string): Fields => ({
  name: apiKey?.name ?? "",
  companies: apiKey?.companies ?? [location],
  role: apiKey?.role ?? "read_only",
  scopes: apiKey?.scopes ?? [],
  expiry: "1y",
  ranges: apiKey?.ip_ranges.join("\n") ?? "",
});

const keyRecord = (apiKey: ApiKey, location: string): EditedRecord<Fields> => ({
  location,
  id: apiKey._id,
  codes: ["role"],
  // There is no call for a single key.
  read: async () => {
    const found = (await api.request("GET /apikeys")).find(({ _id }) => _id === apiKey._id);
    return { fields: fieldsOf(found ?? apiKey, location), match: {} };
  },
});

type FormProps = {
  apiKey: ApiKey | undefined;
  close: () => void;
  /** Told the secret, which is shown once. */
  made: (secret: string) => void;
};

const useKeyForm = ({ apiKey, close, made }: FormProps) => {
  const location = useLocationId();
  const save = async (fields: Fields, match: Match): Promise<void> => {
    const secret = await send(apiKey, fields, match);
    await invalidateApiKeys();
    if (secret === undefined) close();
    else made(secret);
  };
  return useForm(fieldsOf(apiKey, location), save, { record: apiKey && keyRecord(apiKey, location) });
};

const ExpiryField = ({ expiry, onChange }: { expiry: Expiry; onChange: (expiry: Expiry) => void }) => {
  const { t } = useTranslation("api-keys");
  return (
    <Select
      label={t("expiry")}
      data={EXPIRIES.map((value) => ({ value, label: t(`after.${value}`) }))}
      value={expiry}
      allowDeselect={false}
      onChange={(value) => onChange(EXPIRIES.find((one) => one === value) ?? "never")}
    />
  );
};

const RoleField = ({ role, onChange }: { role: ApiKey["role"]; onChange: (role: ApiKey["role"]) => void }) => {
  const { t } = useTranslation("api-keys");
  const nameOf = useRoleName();
  return (
    <Select
      label={t("role")}
      description={t(`may.${role}`)}
      data={KEY_ROLES.map((value) => ({ value, label: nameOf(value) }))}
      value={role}
      allowDeselect={false}
      onChange={(value) => onChange(KEY_ROLES.find((one) => one === value) ?? role)}
    />
  );
};

/**
 * The rights that a key was given through the API. The form offers none by itself: the capabilities that they are for
 * are not built yet.
 */
const ScopesField = ({ scopes, onChange }: { scopes: ApiKey["scopes"]; onChange: (to: ApiKey["scopes"]) => void }) => {
  const { t } = useTranslation("api-keys");
  return (
    <MultiSelect
      label={t("scopes")}
      description={t("scopesHelp")}
      data={SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
      value={scopes}
      searchable
      onChange={(values) => onChange(SCOPES.filter((scope) => values.includes(scope)))}
    />
  );
};

/** Makes a key, or changes one. */
export const KeyForm = (props: FormProps) => {
  const { apiKey, close } = props;
  const { t } = useTranslation("api-keys");
  const { t: common } = useTranslation();
  const { fields, set, problem, busy, submit } = useKeyForm(props);
  const isShown = ["name", "companies", "ip_ranges"].some((field) => problemAt(problem, field) !== undefined);
  return (
    <Panel title={apiKey?.name ?? t("create")} close={close}>
      {apiKey !== undefined && <KeyFacts apiKey={apiKey} />}
      <PanelForm
        action={apiKey === undefined ? t("create") : common("save")}
        busy={busy}
        problem={isShown ? undefined : problem?.words}
        submit={submit}
        close={close}
        danger={apiKey !== undefined && <Revoke apiKey={apiKey} close={close} />}
      >
        <TextInput
          label={t("name")}
          description={t("nameHelp")}
          value={fields.name}
          error={problemAt(problem, "name")}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <LocationPicker
          value={fields.companies}
          error={problemAt(problem, "companies")}
          description={t("locationsHelp")}
          onChange={(companies) => set({ companies })}
        />
        <RoleField role={fields.role} onChange={(role) => set({ role })} />
        {(apiKey?.scopes.length ?? 0) > 0 && (
          <ScopesField scopes={fields.scopes} onChange={(scopes) => set({ scopes })} />
        )}
        {apiKey === undefined && <ExpiryField expiry={fields.expiry} onChange={(expiry) => set({ expiry })} />}
        <Textarea
          label={t("ranges")}
          description={t("rangesHelp")}
          value={fields.ranges}
          error={problemAt(problem, "ip_ranges")}
          onChange={(event) => set({ ranges: event.currentTarget.value })}
        />
      </PanelForm>
    </Panel>
  );
};
