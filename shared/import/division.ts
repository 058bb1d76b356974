import { type Division, makeRowReader } from "./delimited.ts";
import { UnreadableTable } from "./unreadable-table.ts";

const SEPARATORS = [",", ";", "\t", "|"];
/** The rows that are compared. */
const ROWS_MAX = 30;

/** How many rows of a sample have the same number of cells with this separator, at most, and that number. */
const agreement = (sample: string, division: Division): { rows: number; width: number } => {
  const widths = new Map<number, number>();
  try {
    for (const { cells } of makeRowReader(division).push(sample).slice(0, ROWS_MAX))
      widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
  }
  return [...widths]
    .map(([width, rows]) => ({ rows, width }))
    .filter(({ width }) => width > 1)
    .reduce(
      (best, next) => (next.rows > best.rows || (next.rows === best.rows && next.width > best.width) ? next : best),
      {
        rows: 0,
        width: 0,
      },
    );
};

/**
 * How a text is divided, judged by its beginning: by the line `sep=` that Excel writes, or else by the separator that,
 * outside quotation marks, gives the most rows of the same width.
 * @param sample the first lines; an incomplete last one is left out, unless it is the only one
 */
export const divisionOf = (sample: string): Division => {
  const newline = sample.includes("\n") || !sample.includes("\r") ? "\n" : "\r";
  const named = /^\ufeff?sep=(.)\r?(?:\n|\r|$)/i.exec(sample)?.[1];
  if (named !== undefined) return { separator: named, newline };
  const rows = sample.includes(newline) ? sample : sample + newline;
  const judged = SEPARATORS.map((separator) => ({ separator, ...agreement(rows, { separator, newline }) }));
  const [best] = judged.toSorted((a, b) => b.rows - a.rows || b.width - a.width);
  return { separator: best?.separator ?? ",", newline };
};
