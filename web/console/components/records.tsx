import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { type Column, DataTable } from "./data-table.tsx";
import { SkeletonRows } from "./skeleton.tsx";

type RecordsProps<Item> = {
  label: string;
  columns: readonly Column<Item>[];
  /** Undefined while they are being read. */
  rows: readonly Item[] | undefined;
  /** The id of the one that is open. */
  open: string | undefined;
  onOpen: (id: string) => void;
  /** Stands in the table's place while there is none. */
  empty: ReactNode;
};

/** A short list of records as a page shows it: on its way, empty, or as a table. */
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
