import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { type Column, DataTable } from "./data-table.tsx";
import { SkeletonRows } from "../feedback/skeleton.tsx";

type RecordsProps<Item> = {
  label: string;
  columns: readonly Column<Item>[];
  /** Undefined while they are being read. */
  rows: readonly Item[] | undefined;
  /** The ID of the open one. */
  open: string | undefined;
  onOpen: (id: string) => void;
  /** Replaces the table if there are none. */
  empty: ReactNode;
};

/** A short list of records: loading, empty, or as a table. */
export const Records = <Item extends { _id: string }>({
  label,
  columns,
  rows,
  open,
  onOpen,
  empty,
}: RecordsProps<Item>) => {
  const { t } = useTranslation();
  if (rows === undefined) return <SkeletonRows label={t("loading")} />;
  if (rows.length === 0) return empty;
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      idOf={({ _id }) => _id}
      {...(open === undefined ? {} : { selected: open })}
      onOpen={({ _id }) => onOpen(_id)}
    />
  );
};
