import { TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api.ts";
import { Button } from "../../components/button.tsx";
import { problemOf } from "../../components/use-draft.ts";
import { showToast } from "../../components/toast.tsx";
import type { Device } from "../../data/status-queries.ts";
import { devicesQuery } from "../../data/status-queries.ts";
import { useLocationId } from "../../data/location.ts";
import styles from "./devices.module.css";
import { EntryPointSelect } from "./entry-point-select.tsx";

type Part = { name: string; entrypoint_id: string | null };

const save = async (location: string, id: string, part: Part): Promise<void> => {
  await api.request("PUT /companies/{company_id}/devices/{id}", {
    params: { company_id: location, id },
    body: part,
  });
  await queryClient.invalidateQueries({ queryKey: devicesQuery(location).queryKey });
};

/** A kiosk's name and entrance, in the place of its row. */
export const EditDevice = ({ device, close }: { device: Device; close: () => void }) => {
  const { t } = useTranslation("devices");
  const location = useLocationId();
  const [name, setName] = useState(device.name);
  const [entryPoint, setEntryPoint] = useState<string | null>(device.entrypoint_id ?? null);
  const [problem, setProblem] = useState<string | undefined>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const before = { name: device.name, entrypoint_id: device.entrypoint_id ?? null };
    try {
      await save(location, device._id, { name: name.trim(), entrypoint_id: entryPoint });
      const undo = { label: t("console:undo"), hint: "Z", run: () => void save(location, device._id, before) };
      showToast({ words: t("changed", { name: name.trim() }), action: undo });
      close();
    } catch (error) {
      setProblem(problemOf(error).words);
    }
  };
  return (
    <form
      className={styles.pair}
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => event.key === "Escape" && close()}
    >
      <TextInput
        className={styles.name ?? ""}
        label={t("name")}
        autoFocus
        required
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <EntryPointSelect value={entryPoint} choose={setEntryPoint} />
      <div className={styles.buttons}>
        <Button kind="primary" size="input" type="submit" disabled={name.trim() === ""}>
          {t("console:save")}
        </Button>
        <Button kind="quiet" size="input" onClick={close}>
          {t("console:cancel")}
        </Button>
      </div>
    </form>
  );
};
