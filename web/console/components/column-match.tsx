import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { fold } from "../../shared/fold.ts";
import styles from "./column-match.module.css";
import type { Table } from "./csv.ts";

/** What a column of a file may become. `names`: other words that it is known by. */
export type Target = { key: string; label: string; names: readonly string[] };

/** Which target each column goes to, in the order of the columns; empty: it is left out. */
export type Matching = readonly string[];

const plain = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Guesses by the names of the columns; each target is taken once. */
export const matchColumns = (columns: readonly string[], targets: readonly Target[]): Matching => {
  const taken = new Set<string>();
  return columns.map((column) => {
    const name = plain(column);
    const found = targets.find(
      ({ key, label, names }) => !taken.has(key) && [key, label, ...names].some((known) => plain(known) === name),
    );
    if (found !== undefined) taken.add(found.key);
    return found?.key ?? "";
  });
};

/** The rows of a table as records of what their columns were matched to; empty cells are left out. */
export const recordsOf = ({ rows }: Table, matching: Matching): Record<string, string>[] =>
  rows.map((row) =>
    Object.fromEntries(
      matching.flatMap((key, index): [string, string][] => {
        const cell = row[index] ?? "";
        return key === "" || cell === "" ? [] : [[key, cell]];
      }),
    ),
  );

type ColumnMatchProps = {
  table: Table;
  targets: readonly Target[];
  matching: Matching;
  onChange: (matching: Matching) => void;
};

/** Each column of the file with what it becomes: guessed, and to be put right here. */
export const ColumnMatch = ({ table, targets, matching, onChange }: ColumnMatchProps) => {
  const { t } = useTranslation();
  const put = (index: number, key: string | null): void =>
    onChange(matching.map((old, at) => (at === index ? (key ?? "") : old === key ? "" : old)));
  const choices = [
    { value: "", label: t("csv.leaveOut") },
    ...targets.map(({ key, label }) => ({ value: key, label })),
  ];
  return (
    <div className={styles.columns} role="group" aria-label={t("csv.columns")}>
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
