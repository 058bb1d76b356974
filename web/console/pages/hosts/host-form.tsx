import { Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { api } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { CantBeTexted, useIsUntextable } from "../../components/feedback/cant-be-texted.tsx";
import { ConfirmButton } from "../../components/feedback/confirm-button.tsx";
import { problemAt } from "../../components/edits/use-draft.ts";
import type { EditedRecord } from "../../components/edits/use-edits.ts";
import { useForm } from "../../components/form/use-form.ts";
import { Panel, PanelForm } from "../../components/layout/panel.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { useDirectoryName } from "../../data/lists/directories.ts";
import { useLocationId } from "../../data/session/location.ts";
import { type Match, matchOf } from "../../data/api/record-tags.ts";
import { type Host, invalidateHosts } from "./hosts.ts";

type Texts = { cn: string; mail: string; telephoneNumber: string; mobile: string };
type Fields = Texts & { sticky: boolean };
type NewHost = Fields & { company_id: string };

const TEXTS = ["cn", "mail", "telephoneNumber", "mobile"] as const;
/** What a directory says of its hosts: only changed there. */
const LOCKED: ReadonlySet<keyof Texts> = new Set(["cn", "mail", "telephoneNumber"]);
const KINDS: Partial<Record<keyof Texts, string>> = { mail: "email", telephoneNumber: "tel", mobile: "tel" };

const fieldsOf = (host: Host | undefined): Fields => ({
  cn: host?.cn ?? "",
  mail: host?.mail ?? "",
  telephoneNumber: host?.telephoneNumber ?? "",
  mobile: host?.mobile ?? "",
  sticky: host?.sticky ?? false,
});

/** What is empty is not sent with a new host, and removes the value of an old one. */
const send = (host: Host | undefined, { company_id, cn, sticky, ...texts }: NewHost, match: Match): Promise<Host> => {
  const given = Object.entries(texts).map(([name, text]): [string, string | null] => [name, text.trim() || null]);
  if (host !== undefined)
    return api.request("PUT /visitees/{id}", {
      params: { id: host._id },
      ...match,
      body: { cn: cn.trim(), sticky, ...(Object.fromEntries(given) as Partial<Texts>) },
    });
  const filled = Object.fromEntries(given.filter(([, text]) => text !== null)) as Partial<Texts>;
  return api.request("POST /visitees", { body: { company_id, cn: cn.trim(), sticky, ...filled } });
};

const hostRecord = ({ _id: id, company_id: location }: Host): EditedRecord<Fields> => ({
  location,
  id,
  read: async () => {
    const host = await api.request("GET /visitees/{id}", { params: { id } });
    return { fields: fieldsOf(host), match: matchOf(host) };
  },
});

const RemoveHost = ({ host, close }: { host: Host; close: () => void }) => {
  const { t } = useTranslation("hosts");
  const remove = async (): Promise<void> => {
    await api.request("DELETE /visitees/{id}", { params: { id: host._id } });
    await invalidateHosts(host.company_id);
    close();
    showToast({ words: t("removed", { name: host.cn }) });
  };
  return (
    <ConfirmButton
      button={<Button kind="danger">{t("remove")}</Button>}
      title={t("removeTitle", { name: host.cn })}
      action={t("removeAction")}
      run={remove}
    >
      {t("removeBody")}
    </ConfirmButton>
  );
};

const useHostForm = (host: Host | undefined, close: () => void) => {
  const { t } = useTranslation("hosts");
  const location = useLocationId();
  const save = async (fields: Fields, match: Match): Promise<void> => {
    const saved = await send(host, { company_id: location, ...fields }, match);
    await invalidateHosts(location);
    showToast({ words: host === undefined ? t("added", { name: saved.cn }) : t("saved", { name: saved.cn }) });
    close();
  };
  const check = ({ cn }: Fields) => (cn.trim() === "" ? { field: "cn", words: t("nameMissing") } : undefined);
  return useForm(fieldsOf(host), save, { check, record: host && hostRecord(host) });
};

/** Adds a host, or changes one. */
export const HostForm = ({ host, close }: { host: Host | undefined; close: () => void }) => {
  const { t } = useTranslation("hosts");
  const { t: common } = useTranslation();
  const { fields, set, problem, busy, submit } = useHostForm(host, close);
  const isUntextable = useIsUntextable();
  const isOfDirectory = host?.directory_id !== undefined;
  const directory = useDirectoryName(host?.directory_id);
  const locked = directory === undefined ? t("fromDirectory") : t("fromNamed", { directory });
  const isShown = [...TEXTS, "sticky"].some((name) => name === problem?.field);
  return (
    <Panel title={host?.cn ?? t("add")} close={close}>
      <PanelForm
        action={host === undefined ? common("add") : common("save")}
        busy={busy}
        problem={isShown ? undefined : problem?.words}
        submit={submit}
        close={close}
        danger={host !== undefined && !isOfDirectory && <RemoveHost host={host} close={close} />}
      >
        {TEXTS.map((name) => (
          <TextInput
            key={name}
            label={t(`field.${name}`)}
            description={
              name === "mobile" && isUntextable(fields.mobile) ? (
                <CantBeTexted number={fields.mobile} />
              ) : isOfDirectory && LOCKED.has(name) ? (
                locked
              ) : (
                t(`help.${name}`)
              )
            }
            readOnly={isOfDirectory && LOCKED.has(name)}
            type={KINDS[name] ?? "text"}
            value={fields[name]}
            error={problemAt(problem, name)}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        ))}
        <Switch
          label={t("pinned")}
          description={t("pinnedHelp")}
          checked={fields.sticky}
          error={problemAt(problem, "sticky")}
          onChange={(event) => set({ sticky: event.currentTarget.checked })}
        />
      </PanelForm>
    </Panel>
  );
};
