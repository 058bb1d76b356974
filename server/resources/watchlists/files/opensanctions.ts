import type { Row } from "../../../../shared/import/delimited.ts";
import { namedRows, severalIn } from "./named-rows.ts";
import { BadRow, bornIn, type FileEntry, sanctioned } from "./file-entry.ts";

/** The persons of OpenSanctions' targets.simple.csv. Errors: BadRow. */
export const openSanctionsEntries = (rows: readonly Row[]): FileEntry[] =>
  namedRows(rows, ["id", "schema", "name"]).flatMap(({ row, cell }) => {
    const [id, name] = [cell("id"), cell("name")];
    if (id === "" || name === "") throw new BadRow(row, '"id" and "name" are required.');
    if (cell("schema") !== "Person") return [];
    const more = {
      born: bornIn(cell("birth_date")),
      emails: severalIn(cell("emails")),
      phones: severalIn(cell("phones")),
    };
    return [sanctioned(row, id, [name, ...severalIn(cell("aliases"))], more)];
  });
