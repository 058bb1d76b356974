/** The value below which this share of the values is. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The note beside a goal. */
export const verdict = (holds: boolean | undefined): string => (holds === undefined ? "" : holds ? "holds" : "misses");

/** Lines of cells, the first of them the head, as a table that reads in a terminal and as Markdown. */
export const grid = (lines: readonly (readonly string[])[]): string => {
  const widths = (lines[0] ?? []).map((_, n) => Math.max(...lines.map((line) => line[n]?.length ?? 0), 3));
  const shown = lines.map((line) => `| ${widths.map((width, n) => (line[n] ?? "").padEnd(width)).join(" | ")} |`);
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [shown[0], rule, ...shown.slice(1), ""].join("\n");
};
