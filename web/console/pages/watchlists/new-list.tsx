import { Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { problemAt } from "../../components/edits/use-draft.ts";
import { useForm } from "../../components/form/use-form.ts";
import { Panel, PanelForm } from "../../components/layout/panel.tsx";
import { api } from "../../data/api/api.ts";
import { useLocationId } from "../../data/session/location.ts";
import { invalidateWatchlists, KINDS, type Watchlist } from "./watchlists.ts";

type Fields = Pick<Watchlist, "name" | "kind">;

/** Adds a list, and opens it for its first entries. */
export const NewList = ({ close, added }: { close: () => void; added: (id: string) => void }) => {
  const { t } = useTranslation("watchlists");
  const { t: common } = useTranslation();
  const location = useLocationId();
  const send = async (body: Fields): Promise<void> => {
    const { _id } = await api.request("POST /companies/{company_id}/watchlists", {
      params: { company_id: location },
      body,
    });
    await invalidateWatchlists(location);
    added(_id);
  };
  const first: Fields = { name: "", kind: "denied" };
  const { fields, set, problem, busy, submit } = useForm(first, send);
  const atName = problemAt(problem, "name");
  return (
    <Panel title={t("add")} close={close}>
      <PanelForm
        action={common("add")}
        busy={busy}
        problem={atName === undefined ? problem?.words : undefined}
        submit={submit}
        close={close}
      >
        <TextInput
          label={t("name")}
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
          onChange={(value) => set({ kind: KINDS.find((kind) => kind === value) ?? "denied" })}
        />
      </PanelForm>
    </Panel>
  );
};
