import type { Row } from "../../../../shared/import/delimited.ts";
import { BadRow, bornIn, type FileEntry, inOrder, sanctioned } from "./file-entry.ts";

const COLUMNS = 12;
const [NUMBER, NAME, KIND, REMARKS] = [0, 1, 2, 11];

/** Other names within the remarks: `a.k.a. 'ABU ALI'`. */
const aliasesIn = (remarks: string): string[] =>
  [...remarks.matchAll(/[af]\.k\.a\. '([^']+)'/g)].map(([, name = ""]) => inOrder(name));

/** The persons of OFAC's sdn.csv, which has no heading and says `-0-` for nothing. Errors: BadRow. */
export const ofacEntries = (rows: readonly Row[]): FileEntry[] =>
  rows
    // The last line is a mark of the end.
    .filter(({ cells }) => cells.length > 1)
    .flatMap(({ cells }, n) => {
      const row = n + 1;
      const [number = "", name = "", kind = "", remarks = ""] = [NUMBER, NAME, KIND, REMARKS].map((at) =>
        cells[at]?.trim().replace(/^-0-$/, ""),
      );
      if (cells.length < COLUMNS || !/^\d+$/.test(number) || name === "")
        throw new BadRow(row, `a row of sdn.csv has ${COLUMNS} columns, with a number and a name.`);
      if (kind !== "individual") return [];
      const [, born = ""] = /DOB ([^;]+)/.exec(remarks) ?? [];
      return [sanctioned(row, number, [inOrder(name), ...aliasesIn(remarks)], { born: bornIn(born) })];
    });
