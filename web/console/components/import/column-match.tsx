import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Table } from "../../../../shared/import/read-table.ts";
import styles from "./column-match.module.css";
import type { ColumnMapping, ImportField } from "../table/column-names.ts";

type ColumnMatchProps = {
  table: Table;
  targets: readonly ImportField[];
  matching: ColumnMapping;
  onChange: (matching: ColumnMapping) => void;
};

/** The target of each column in the file: guessed, to be corrected here. */
export const ColumnMatch = ({ table, targets, matching, onChange }: ColumnMatchProps) => {
  const { t } = useTranslation();
  const put = (index: number, key: string | null): void =>
    onChange(matching.map((old, at) => (at === index ? (key ?? "") : old === key ? "" : old)));
  const choices = [
    { value: "", label: t("csv.leaveOut") },
    ...targets.map(({ key, label }) => ({ value: key, label })),
  ];
  const { encoding } = table;
  return (
    <div className={styles.columns} role="group" aria-label={t("csv.columns")}>
      {encoding !== undefined && encoding !== "utf-8" && (
        <p className={styles.encoding}>
          {t("csv.encoding", { encoding: encoding === "windows-1252" ? "Windows-1252" : "UTF-16" })}
        </p>
      )}
      {table.columns.map((column, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a file may name two columns alike
        <div className={styles.column} key={index}>
          <span className={styles.name}>
            {column}
            <span className={styles.example}>{table.rows[0]?.[index]}</span>
          </span>
          <Select
            aria-label={t("csv.becomes", { column })}
            data={choices}
            value={matching[index] ?? ""}
            allowDeselect={false}
            onChange={(key) => put(index, key)}
          />
        </div>
      ))}
    </div>
  );
};
