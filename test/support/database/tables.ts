import { readFileSync } from "node:fs";
import { join } from "node:path";

const DOCS = join(import.meta.dirname, "../../../docs");

/** A page of docs/. @param path such as `interface/events.md` */
export const readPage = (path: string): string => readFileSync(join(DOCS, path), "utf8");

/**
 * The rows of the first table after a line of a page, each as its cells, without the header.
 * @param mark how that line begins: a heading, or a caption
 */
export const tableAfter = (page: string, mark: string): string[][] => {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.startsWith(mark));
  if (start < 0) throw new Error(`no line begins with "${mark}"`);
  const rest = lines.slice(start);
  const first = rest.findIndex((line) => line.startsWith("|"));
  const length = rest.slice(first).findIndex((line) => !line.startsWith("|"));
  const rows = rest.slice(first + 2, first + (length < 0 ? rest.length : length));
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
};

/** What a cell has in backticks. */
export const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
