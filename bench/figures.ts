/** The value below which this share of the values lies. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** One line of the result. */
export type Row = { what: string; figures: string; target?: string; holds?: boolean };

const verdict = ({ holds }: Row): string => (holds === undefined ? "" : holds ? "holds" : "misses");

/** Rows as a table that reads in a terminal and as Markdown. */
export const table = (title: string, rows: readonly Row[]): string => {
  const lines = [
    ["", "measured", "target", ""],
    ...rows.map((row) => [row.what, row.figures, row.target ?? "", verdict(row)]),
  ];
  const widths = [0, 1, 2, 3].map((n) => Math.max(...lines.map((line) => line[n]?.length ?? 0), 3));
  const shown = lines.map((line) => `| ${line.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(" | ")} |`);
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [`\n${title}\n`, shown[0], rule, ...shown.slice(1), ""].join("\n");
};

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;
