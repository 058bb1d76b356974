import { matchColumns, type ColumnMapping, type ImportField } from "../../components/table/column-names.ts";

/** Headings that mean the whole name alone, and the family name beside a given one: "Nom;Prénom", "Name;Vorname". */
const NAME = /^(name|naam|nom)$/i;

/** What the columns of a directory's file become, guessed by their names. */
export const guessed = (columns: readonly string[], targets: readonly ImportField[]): ColumnMapping => {
  const matching = matchColumns(columns, targets);
  const isApart = matching.includes("first") && !matching.includes("last");
  return matching.map((key, index) =>
    isApart && key === "cn" && NAME.test(columns[index]?.trim() ?? "") ? "last" : key,
  );
};
