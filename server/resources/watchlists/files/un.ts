import { elementsOf } from "../../../../shared/import/elements.ts";
import { UnreadableTable } from "../../../../shared/import/unreadable-table.ts";
import { BadRow, bornIn, type FileEntry, sanctioned } from "./file-entry.ts";

const SIGNS: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

const textOf = (xml: string): string =>
  xml
    .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex === "" ? 10 : 16)),
    )
    .replaceAll(/&(\w+);/g, (whole, name: string) => SIGNS[name] ?? whole)
    .trim();

const textsIn = (xml: string, name: string): string[] =>
  [...elementsOf(xml, name)].map(({ inner }) => textOf(inner)).filter((text) => text !== "");

const PARTS = ["FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"];

const entryOf = (xml: string, row: number): FileEntry => {
  const [id] = textsIn(xml, "DATAID");
  const name = PARTS.flatMap((part) => textsIn(xml, part).slice(0, 1)).join(" ");
  if (id === undefined || name === "") throw new BadRow(row, "an INDIVIDUAL has a DATAID and a FIRST_NAME.");
  const births = [...elementsOf(xml, "INDIVIDUAL_DATE_OF_BIRTH")].map(({ inner }) => inner);
  const born = births.flatMap((birth) => [...textsIn(birth, "DATE"), ...textsIn(birth, "YEAR")]).map(bornIn);
  const names = [name, ...textsIn(xml, "NAME_ORIGINAL_SCRIPT"), ...textsIn(xml, "ALIAS_NAME")];
  return sanctioned(row, id, names, { born: born.find((one) => one !== null) ?? null });
};

/** The persons of the consolidated list of the UN Security Council (XML). Errors: BadRow, UnreadableTable. */
export const unEntries = (xml: string): FileEntry[] => {
  // What ends early lacks people who are on the list.
  if (xml.trim() !== "" && !/<\/CONSOLIDATED_LIST>\s*$/.test(xml)) throw new UnreadableTable("binary");
  return [...elementsOf(xml, "INDIVIDUAL")].map(({ inner }, n) => entryOf(inner, n + 1));
};
