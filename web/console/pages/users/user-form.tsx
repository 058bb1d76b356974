import { Select, Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { api } from "../../data/api/api.ts";
import { languageChoices } from "../../components/language/languages.ts";
import { Button } from "../../components/button/button.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { problemAt } from "../../components/edits/use-draft.ts";
import type { EditedRecord } from "../../components/edits/use-edits.ts";
import { type FormState, useForm } from "../../components/form/use-form.ts";
import { LocationPicker } from "../../components/layout/location-picker.tsx";
import { Panel, PanelForm } from "../../components/layout/panel.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { useDirectoryName } from "../../data/lists/directories.ts";
import { useLocationId } from "../../data/session/location.ts";
import { type Role, ROLES } from "../../../../shared/roles.ts";
import { type Match, matchOf } from "../../data/api/record-tags.ts";
import { useMe } from "../../data/session/session.ts";
import type { User } from "../../data/session/user-list.ts";
import { IdentityLink } from "./identity-link.tsx";
import { ResetFactor } from "./reset-factor.tsx";
import { RoleTable } from "./role-table.tsx";
import { nameOf, invalidateUsers } from "./users.ts";

type Fields = {
  email: string;
  first_name: string;
  last_name: string;
  role: Role;
  companies: readonly string[];
  language_id: string;
  active: boolean;
};

const fieldsOf = (user: User | undefined, location: string): Fields => ({
  email: user?.email ?? "",
  first_name: user?.first_name ?? "",
  last_name: user?.last_name ?? "",
  role: user?.role ?? "receptionist",
  companies: user?.companies ?? [location],
  language_id: user?.language_id ?? "en",
  active: user?.active ?? true,
});

/** Empty fields are not sent with a new user, and remove the value of an existing one. */
const send = (user: User | undefined, { first_name, last_name, companies, ...rest }: Fields, match: Match) => {
  const names = { first_name: first_name.trim() || null, last_name: last_name.trim() || null };
  const body = { ...rest, companies: [...companies] };
  if (user !== undefined)
    return api.request("PUT /users/{id}", { params: { id: user._id }, body: { ...body, ...names }, ...match });
  const given = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== null));
  return api.request("POST /users", { body: { ...body, ...given } });
};

const SHOWN_IN_PLACE: ReadonlySet<string> = new Set(Object.keys(fieldsOf(undefined, "")));

const userRecord = ({ _id: id }: User, location: string): EditedRecord<Fields> => ({
  location,
  id,
  codes: ["role", "language_id"],
  read: async () => {
    const user = await api.request("GET /users/{id}", { params: { id } });
    return { fields: fieldsOf(user, location), match: matchOf(user) };
  },
});

const RemoveUser = ({ user, close }: { user: User; close: () => void }) => {
  const { t } = useTranslation("users");
  const remove = async (): Promise<void> => {
    await api.request("DELETE /users/{id}", { params: { id: user._id } });
    await invalidateUsers();
    close();
    showToast({ words: t("removed", { name: nameOf(user) }) });
  };
  return (
    <ConfirmButton
      button={<Button kind="danger">{t("remove")}</Button>}
      title={t("removeTitle", { name: nameOf(user) })}
      action={t("removeAction")}
      run={remove}
    >
      {t("removeBody")}
    </ConfirmButton>
  );
};

const useUserForm = (user: User | undefined, close: () => void) => {
  const { t } = useTranslation("users");
  const location = useLocationId();
  const save = async (fields: Fields, match: Match): Promise<void> => {
    const saved = await send(user, fields, match);
    await invalidateUsers();
    showToast({
      words: user === undefined ? t("invited", { email: saved.email }) : t("saved", { name: nameOf(saved) }),
    });
    close();
  };
  return useForm(fieldsOf(user, location), save, { record: user && userRecord(user, location) });
};

type FieldsProps = { user: User | undefined } & Pick<FormState<Fields>, "fields" | "set" | "problem">;

/** What a directory says of its users is only changed there (docs/directories.md). */
const isOfDirectory = (user: User | undefined): boolean => user?.directory_id !== undefined;

const RoleField = ({ user, fields, set, problem }: FieldsProps) => {
  const { t } = useTranslation("users");
  const { t: common } = useTranslation();
  const me = useMe();
  const roles = ROLES.slice(ROLES.indexOf(me.role)).map((role) => ({ value: role, label: common(`role.${role}`) }));
  return (
    <Select
      label={t("role")}
      data={roles}
      value={fields.role}
      disabled={user?._id === me._id || isOfDirectory(user)}
      allowDeselect={false}
      error={problemAt(problem, "role")}
      onChange={(role) => set({ role: ROLES.find((one) => one === role) ?? fields.role })}
    />
  );
};

const NameFields = ({ user, fields, set, problem }: FieldsProps) => {
  const { t } = useTranslation("users");
  const field = (name: "email" | "first_name" | "last_name", label: string, type: string) => (
    <TextInput
      label={label}
      type={type}
      value={fields[name]}
      readOnly={isOfDirectory(user)}
      error={problemAt(problem, name)}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {field("email", t("email"), "email")}
      {field("first_name", t("firstName"), "text")}
      {field("last_name", t("lastName"), "text")}
    </>
  );
};

/** Invites a user, or changes one. Users can only assign roles whose rights they have (rules 4). */
export const UserForm = ({ user, close }: { user: User | undefined; close: () => void }) => {
  const { t } = useTranslation("users");
  const { t: common } = useTranslation();
  const isOther = useMe()._id !== user?._id && user !== undefined;
  const { fields, set, problem, busy, submit } = useUserForm(user, close);
  const directory = useDirectoryName(user?.directory_id);
  const isShown = SHOWN_IN_PLACE.has(problem?.field ?? "");
  const given = { user, fields, set, problem };
  return (
    <Panel title={user === undefined ? t("invite") : nameOf(user)} close={close}>
      <PanelForm
        action={user === undefined ? t("sendInvitation") : common("save")}
        busy={busy}
        problem={isShown ? undefined : problem?.words}
        submit={submit}
        close={close}
        danger={isOther && !isOfDirectory(user) && <RemoveUser user={user} close={close} />}
      >
        {isOfDirectory(user) && <p>{directory === undefined ? t("fromDirectory") : t("fromNamed", { directory })}</p>}
        <NameFields {...given} />
        <RoleField {...given} />
        {fields.role !== "global_admin" && (
          <LocationPicker
            value={fields.companies}
            disabled={isOfDirectory(user)}
            error={problemAt(problem, "companies")}
            onChange={(companies) => set({ companies })}
          />
        )}
        <Select
          label={t("language")}
          data={languageChoices()}
          value={fields.language_id}
          allowDeselect={false}
          error={problemAt(problem, "language_id")}
          onChange={(language) => set({ language_id: language ?? "en" })}
        />
        {isOther && (
          <Switch
            label={t("mayLogIn")}
            checked={fields.active}
            disabled={isOfDirectory(user)}
            error={problemAt(problem, "active")}
            onChange={(event) => set({ active: event.currentTarget.checked })}
          />
        )}
        {user?.identity_provider !== undefined && <IdentityLink user={user} known={user.identity_provider} />}
        {user?.second_factor === true && isOther && <ResetFactor user={user} />}
        <RoleTable role={fields.role} />
      </PanelForm>
    </Panel>
  );
};
