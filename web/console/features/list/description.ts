import type { Fields } from "../../../../shared/fields.ts";
import type { Clock } from "./clock.ts";

/** A record that a list shows. */
export type Row = { _id: string; [field: string]: unknown };

/** A column, by the field that it shows. Its name is that of the field; of what is not a field, the text `column.<key>` of the list. */
export type ListColumn = {
  key: string;
  /** As in `grid-template-columns`. */
  width: string;
  /** As in components/data-table.tsx. */
  drops: 0 | 1 | 2 | 3;
  right?: boolean;
  sortable?: boolean;
  /** By what the service sorts, where that is not the column's own field. */
  sortedBy?: string;
  /** The first press on its head sorts downwards. */
  descending?: boolean;
  /** In the quieter colour. */
  quiet?: boolean;
};

/** A filter, by its name in the address. It is called `filter.<key>`, a span of days `span.<span>`, and a choice what `textOf` gives. */
export type ListFilter = { key: string } & (
  | { kind: "days"; of: readonly string[] }
  | { kind: "one"; of: readonly string[]; textOf: (choice: string) => string }
  | { kind: "one" | "several"; of: "visit-types" | "doors" }
  | { kind: "text"; of?: "hosts" }
);

/** The rows of one page of a list, and how many there are in all. */
export type RowsPage<Item> = { visitors: Item[]; total: number };
/** Which page is read, and of what; how many rows it has, and how far they are counted. */
export type RowsQuery = { count: number; page: number; total_at_most?: number; [part: string]: unknown };

/** What a list shows, how it is sorted, filtered and read: everything that is not the same in every list. */
export type ListDescription<Item extends Row> = {
  /** The catalogue of its texts; its columns are remembered by this name. */
  name: string;
  /** The parameter of the address that has the open row. */
  opens: string;
  /** The documented fields of its records: those marked so can be columns and filters as well. */
  fields: Fields;
  /** Those that are there at first. */
  columns: readonly ListColumn[];
  /** How the columns are shown that a user adds. */
  addedColumn: Omit<ListColumn, "key">;
  filters: readonly ListFilter[];
  /** It can be filtered by custom questions, so many at once. */
  answersMax: number;
  sort: ListView["sort"];
  /** Under which its rows are kept, after the location's ID. */
  queryKey: readonly string[];
  /** Its rows are counted in a query of their own, which they needn't wait for. */
  countsApart: boolean;
  queryOf: (view: ListView, clock: Clock) => Readonly<Record<string, unknown>>;
  read: (location: string, query: RowsQuery, signal: AbortSignal) => Promise<RowsPage<Item>>;
};

/** What a list shows now: all of it is in the address. */
export type ListView = {
  search: string;
  /** The filters that are on, by their key; a custom question's is `answer:<field name>`. Several choices are joined by commas. */
  filters: Readonly<Record<string, string>>;
  sort: { key: string; descending: boolean };
  columns: readonly string[];
};
