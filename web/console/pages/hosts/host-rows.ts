import { useTranslation } from "react-i18next";

import { HOST_HEADINGS } from "../../../../shared/import/headings.ts";
import type { Table } from "../../../../shared/import/read-table.ts";
import { isEmailAddress } from "../../../../shared/email.ts";
import { type ColumnMapping, toRecords, type ImportField } from "../../components/table/column-names.ts";

/** A row of a directory's file as the service takes it. */
export type HostRow = { cn?: string; mail?: string; mobile?: string; telephoneNumber?: string };
/** A row with what keeps it from being taken. */
export type CheckedRow = { row: HostRow; problem: "name" | "mail" | undefined };

/** What a column may become, as directories call it. */
export const useImportFields = (): readonly ImportField[] => {
  const { t } = useTranslation("hosts");
  return Object.entries(HOST_HEADINGS).map(([key, names]) => ({ key, label: t(`field.${key}` as "field.cn"), names }));
};

// An address that the service refuses would make it refuse the whole file: obviously invalid ones are found here.

/** The rows of a file with what is wrong with each; given and family names make the full one. */
export const checkRows = (table: Table, matching: ColumnMapping): CheckedRow[] =>
  toRecords(table, matching).map(({ first, last, cn, login, ...rest }) => {
    const name = cn ?? [first, last].filter((part) => part !== undefined).join(" ");
    // The log-in name is an address in most directories, and in none the one that a person chose.
    const address = login !== undefined && isEmailAddress(login) ? { mail: login } : {};
    const row: HostRow = { ...(name === "" ? {} : { cn: name }), ...address, ...rest };
    if (row.cn === undefined) return { row, problem: "name" };
    return { row, problem: row.mail !== undefined && !isEmailAddress(row.mail) ? "mail" : undefined };
  });
