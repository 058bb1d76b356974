import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Table } from "../../../../shared/import/read-table.ts";
import { problemOf } from "../../components/edits/use-draft.ts";
import { CsvSource } from "../../components/import/csv-source.tsx";
import { matchColumns, toRecords } from "../../components/table/column-names.ts";
import { api } from "../../data/api/api.ts";
import type { Directory } from "../../data/lists/directories.ts";
import styles from "./directories.module.css";
import { invalidateDirectories, type SyncAnswer } from "./directories.ts";

const COLUMNS = [
  "external_id",
  "email",
  "first_name",
  "last_name",
  "phone",
  "mobile",
  "department",
  "title",
  "language",
  "groups",
  "active",
] as const;

/** Sends the people of a list, and shows what a sync would change. */
export const UploadList = ({ directory, taken }: { directory: Directory; taken: (answer: SyncAnswer) => void }) => {
  const { t } = useTranslation("directories");
  const [received, setReceived] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const send = async (table: Table): Promise<void> => {
    setProblem(undefined);
    setReceived(undefined);
    const targets = COLUMNS.map((key) => ({ key, label: key, names: [] }));
    const body = toRecords(table, matchColumns(table.columns, targets));
    try {
      const answer = await api.request("PUT /directories/{id}/people", { params: { id: directory._id }, body });
      setReceived(answer.received);
      taken(answer);
      await invalidateDirectories();
    } catch (error) {
      setProblem(problemOf(error).words);
    }
  };
  return (
    <section className={styles.part}>
      <h3>{t("upload")}</h3>
      <CsvSource help={t("uploadHelp", { columns: COLUMNS.join(", ") })} take={(table) => void send(table)} />
      {received !== undefined && <p role="status">{t("received", { count: received })}</p>}
      {problem !== undefined && <p role="alert">{problem}</p>}
    </section>
  );
};
