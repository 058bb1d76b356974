import type { Row } from "../../../../shared/import/delimited.ts";
import { namedRows } from "./named-rows.ts";
import { BadRow, bornIn, distinctNames, type FileEntry, sanctioned } from "./file-entry.ts";

const ID = "Entity_LogicalId";

/** The persons of the EU's consolidated CSV, in which each alias and each date of birth is a row. Errors: BadRow. */
export const euEntries = (rows: readonly Row[]): FileEntry[] => {
  const entries = new Map<string, FileEntry>();
  for (const { row, cell } of namedRows(rows, [ID, "NameAlias_WholeName"])) {
    const id = cell(ID);
    if (!/^\d+$/.test(id)) throw new BadRow(row, `"${ID}" must be a number.`);
    const kind = cell("Entity_SubjectType_ClassificationCode") || cell("Entity_SubjectType");
    if (!/^p/i.test(kind)) continue;
    const known = entries.get(id) ?? sanctioned(row, id, []);
    const spoken = [cell("NameAlias_FirstName"), cell("NameAlias_MiddleName"), cell("NameAlias_LastName")].join(" ");
    const names = distinctNames([...known.names, cell("NameAlias_WholeName") || spoken]);
    const born = known.born ?? bornIn(cell("BirthDate_BirthDate") || cell("BirthDate_Year"));
    entries.set(id, { ...known, names, born });
  }
  return [...entries.values()].filter(({ names }) => names.length > 0);
};
