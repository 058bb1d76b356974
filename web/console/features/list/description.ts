import type { Fields } from "../../../../shared/fields.ts";
import type { Clock } from "./clock.ts";

/** A record in a list. */
export type Row = { _id: string; [field: string]: unknown };

/**
 * A column, named after its field. Its label is the field's or, if it is not a field, the list's text `column.<key>`.
 */
export type ListColumn = {
  key: string;
  /** As in `grid-template-columns`. */
  width: string;
  /** As in components/data-table.tsx. */
  drops: 0 | 1 | 2 | 3;
  right?: boolean;
  sortable?: boolean;
  /** The field to sort by, if that is not the column's own. */
  sortedBy?: string;
  /** The first press on its head sorts descending. */
  descending?: boolean;
  /** In the muted colour. */
  quiet?: boolean;
};

/**
 * A filter, by its name in the address. Its label is `filter.<key>`, a span of days is `span.<span>`, and a choice the
 * result of `textOf`.
 */
export type ListFilter = { key: string } & (
  | { kind: "days"; of: readonly string[] }
  | { kind: "one"; of: readonly string[]; textOf: (choice: string) => string }
  | { kind: "one" | "several"; of: "visit-types" | "entry-points" }
  | { kind: "text"; of?: "hosts" }
);

/** The rows of one page of a list, and how many there are in all. */
export type RowsPage<Item> = { visitors: Item[]; total: number };
/** The page to read, and its view; its number of rows, and where counting stops. */
export type RowsQuery = { count: number; page: number; total_at_most?: number; [part: string]: unknown };

/** The description of a list: its columns, sorting, filters and query, which differ between lists. */
export type ListDescription<Item extends Row> = {
  /** The catalogue of its texts, which is also the name under which its columns are remembered. */
  name: string;
  /** The parameter in the address with the open row. */
  opens: string;
  /** The documented fields of its records: those marked so can be columns and filters as well. */
  fields: Fields;
  /** The default columns. */
  columns: readonly ListColumn[];
  /** How columns added by a user are shown. */
  addedColumn: Omit<ListColumn, "key">;
  filters: readonly ListFilter[];
  /** The most custom questions it can be filtered by. */
  answersMax: number;
  sort: ListView["sort"];
  /** The prefix of its query key, before the location's ID. */
  queryKey: readonly string[];
  /** Its rows are counted in a separate query, which they needn't wait for. */
  countsApart: boolean;
  queryOf: (view: ListView, clock: Clock) => Readonly<Record<string, unknown>>;
  read: (location: string, query: RowsQuery, signal: AbortSignal) => Promise<RowsPage<Item>>;
};

/** The current view of a list: all of it is in the address. */
export type ListView = {
  search: string;
  /** The active filters by key; a custom question's is `answer:<field name>`. Several choices are joined by commas. */
  filters: Readonly<Record<string, string>>;
  sort: { key: string; descending: boolean };
  columns: readonly string[];
};
