import { styleText } from "node:util";

type Style = Parameters<typeof styleText>[0];

/** Writes a result for programs and people to standard output. */
export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Writes messages to standard error, so that they never get into a pipe. */
export const printToStderr = (text: string): void => void process.stderr.write(`${text}\n`);

/** Styles text only on a terminal, and not with NO_COLOR. */
export const styled = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText(style, text, { stream });

/** The value as JSON for other programs. */
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

const COLUMNS = 80;

/** Breaks text into lines of at most `width` characters, between words. */
export const wrap = (text: string, width: number = COLUMNS): string[] => {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
};

/** Two columns: a term, and its explanation, wrapped beside it. */
export const definitions = (entries: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(...entries.map(([term]) => term.length)) + 4;
  return entries.flatMap(([term, about]) =>
    wrap(about, COLUMNS - width).map((line, n) => `${(n === 0 ? `  ${term}` : "").padEnd(width)}${line}`),
  );
};

/** Prints rows under their headings, each column as wide as its widest cell. */
export const printTable = (headings: readonly string[], rows: readonly (readonly string[])[]): void => {
  const widths = headings.map((heading, n) => Math.max(heading.length, ...rows.map((row) => (row[n] ?? "").length)));
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join("  ")
      .trimEnd();
  print(styled("bold", lineOf(headings)));
  for (const row of rows) print(lineOf(row));
};
