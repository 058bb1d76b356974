import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { decodeText } from "../../../../shared/import/decode.ts";
import { Button } from "../../components/button/button.tsx";
import { FileButton } from "../../components/form/file-button.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { api } from "../../data/api/api.ts";
import { useLocationId } from "../../data/session/location.ts";
import { type Format, FORMATS, invalidateWatchlists, type Watchlist } from "./watchlists.ts";
import styles from "./watchlists.module.css";

const isUnconfirmed = (error: unknown): boolean => Object(error).code === "confirm_needed";

type Outcome = { done?: string; problem?: string; unconfirmed?: string };

const useImport = (list: Watchlist, format: Format) => {
  const { t } = useTranslation("watchlists");
  const location = useLocationId();
  const [outcome, setOutcome] = useState<Outcome>({});
  const send = async (body: string, confirm: boolean): Promise<void> => {
    setOutcome({});
    const params = { company_id: location, id: list._id };
    const query = { format, ...(confirm ? { confirm } : {}) };
    try {
      const counts = await api.request("POST /companies/{company_id}/watchlists/{id}/entries/import", {
        params,
        query,
        body,
        type: format === "un" ? "application/xml" : "text/csv",
      });
      await invalidateWatchlists(location);
      setOutcome({ done: t("imported", counts) });
    } catch (error) {
      const { words } = problemOf(error);
      setOutcome({ problem: words, ...(isUnconfirmed(error) ? { unconfirmed: body } : {}) });
    }
  };
  return { outcome, send };
};

/** Replaces the imported entries of a list by those of a file. */
export const ImportFile = ({ list }: { list: Watchlist }) => {
  const { t } = useTranslation("watchlists");
  const [format, setFormat] = useState<Format>(list.format ?? "csv");
  const { outcome, send } = useImport(list, format);
  const { done, problem, unconfirmed } = outcome;
  const take = async (file: File): Promise<void> =>
    send(decodeText(new Uint8Array(await file.arrayBuffer())).text, false);
  return (
    <section className={styles.part}>
      <h3>{t("import")}</h3>
      <Select
        label={t("format")}
        description={t(`formatHelp.${format}`)}
        data={FORMATS.map((value) => ({ value, label: t(`formatName.${value}`) }))}
        value={format}
        allowDeselect={false}
        onChange={(value) => setFormat(FORMATS.find((one) => one === value) ?? "csv")}
      />
      <div>
        <FileButton label={t("chooseFile")} accept=".csv,.xml,text/csv,text/xml" take={(file) => void take(file)}>
          {t("chooseFile")}
        </FileButton>
      </div>
      {done !== undefined && <p role="status">{done}</p>}
      {problem !== undefined && <p role="alert">{problem}</p>}
      {unconfirmed !== undefined && (
        <div>
          <Button kind="danger" onClick={() => void send(unconfirmed, true)}>
            {t("confirmImport")}
          </Button>
        </div>
      )}
    </section>
  );
};
