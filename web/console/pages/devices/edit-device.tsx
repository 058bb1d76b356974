import { TextInput } from "@mantine/core";
import { type FormEvent, useRef } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { problemAt } from "../../components/edits/use-draft.ts";
import { useForm } from "../../components/form/use-form.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import type { Device } from "../../data/lists/status-queries.ts";
import { devicesQuery } from "../../data/lists/status-queries.ts";
import { useLocationId } from "../../data/session/location.ts";
import { type Match, matchOf } from "../../data/api/record-tags.ts";
import styles from "./devices.module.css";
import { EntryPointSelect } from "./entry-point-select.tsx";

type Part = { name: string; entrypoint_id: string | null };

const fieldsOf = ({ name, entrypoint_id }: Device): Part => ({ name, entrypoint_id: entrypoint_id ?? null });

const save = async (location: string, id: string, part: Part, match: Match): Promise<Match> => {
  const saved = await api.request("PUT /companies/{company_id}/devices/{id}", {
    params: { company_id: location, id },
    body: part,
    ...match,
  });
  await queryClient.invalidateQueries({ queryKey: devicesQuery(location).queryKey });
  return matchOf(saved);
};

/** A kiosk's name and entrance, in the place of its row. */
export const EditDevice = ({ device, close }: { device: Device; close: () => void }) => {
  const { t } = useTranslation("devices");
  const location = useLocationId();
  const { _id: id } = device;
  const before = useRef(fieldsOf(device));
  const record = {
    location,
    id,
    read: async () => {
      const read = await api.request("GET /companies/{company_id}/devices/{id}", {
        params: { company_id: location, id },
      });
      before.current = fieldsOf(read);
      return { fields: before.current, match: matchOf(read) };
    },
  };
  const send = async ({ name, entrypoint_id }: Part, match: Match): Promise<void> => {
    const saved = await save(location, id, { name: name.trim(), entrypoint_id }, match);
    const undo = (): void => void save(location, id, before.current, saved);
    showToast({ words: t("changed", { name: name.trim() }), undo });
    close();
  };
  const { fields, set, problem, submit } = useForm(fieldsOf(device), send, { record });
  return (
    <form
      className={styles.pair}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <TextInput
        className={styles.name ?? ""}
        label={t("name")}
        autoFocus
        required
        value={fields.name}
        error={problemAt(problem, "name") ?? (problem?.isNote === true ? undefined : problem?.words)}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <EntryPointSelect
        value={fields.entrypoint_id}
        error={problemAt(problem, "entrypoint_id")}
        choose={(entrypoint_id) => set({ entrypoint_id })}
      />
      <div className={styles.buttons}>
        <Button kind="primary" size="input" type="submit" disabled={fields.name.trim() === ""}>
          {t("console:save")}
        </Button>
        <Button kind="quiet" size="input" onClick={close}>
          {t("console:cancel")}
        </Button>
      </div>
    </form>
  );
};
