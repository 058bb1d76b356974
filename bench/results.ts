import { readFile, writeFile } from "node:fs/promises";

import { grid, verdict } from "./figures.ts";

/** What a figure is to reach: itself, or its ratio to a visit by its ID. */
export type Goal = { of: "value" | "ratio"; atMost: number } | { of: "value"; atLeast: number };

/** One row of the bench. `ratio` is to a visit by its ID, measured beside it. */
export type Figure = { what: string; value: number; unit: string; ratio?: number; goal?: Goal };

/** What a run was made with and what came of it, as `--save` writes it. */
export type BenchRun = { at: string; machine: string; visits: number; visitsThere: number; figures: Figure[] };

/** Three digits, or all of them before the point. */
const digits = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(value < 1 ? 2 : 3)));

const cell = (value: number | undefined, unit = ""): string =>
  value === undefined ? "" : `${digits(value)} ${unit}`.trim();

/** Whether a figure reaches its goal; undefined without one. A figure that could not be measured reaches none. */
export const holds = ({ value, ratio, goal }: Figure): boolean | undefined => {
  if (goal === undefined) return undefined;
  const measured = (goal.of === "ratio" ? ratio : value) ?? Number.NaN;
  return "atMost" in goal ? measured <= goal.atMost : measured >= goal.atLeast;
};

/** A goal of the ratio is one without a unit. */
const goalCell = ({ goal, unit }: Figure): string => {
  if (goal === undefined) return "";
  const limit = cell("atMost" in goal ? goal.atMost : goal.atLeast, goal.of === "value" ? unit : "times");
  return `${"atMost" in goal ? "≤" : "≥"} ${limit}`;
};

const lineOf = (figure: Figure): string[] => [
  figure.what,
  cell(figure.value, figure.unit),
  cell(figure.ratio),
  goalCell(figure),
  verdict(holds(figure)),
];

const earlierCells = (figure: Figure, { figures }: BenchRun): string[] => {
  const earlier = figures.find(({ what }) => what === figure.what);
  return earlier === undefined
    ? []
    : [cell(earlier.value, earlier.unit), cell(earlier.ratio), cell(figure.value / earlier.value)];
};

/** The figures of a run as a table; beside those of an earlier one, if there is one, with what they are of them. */
export const resultTable = ({ figures }: BenchRun, earlier?: BenchRun): string => {
  const head = ["", "measured", "ratio", "goal", "", ...(earlier ? ["earlier", "its ratio", "now / earlier"] : [])];
  return grid([head, ...figures.map((one) => [...lineOf(one), ...(earlier ? earlierCells(one, earlier) : [])])]);
};

/** Reads what an earlier run saved. Errors: when there is no such file, or it is not a run. */
export const readRun = async (file: string): Promise<BenchRun> => {
  const read: unknown = JSON.parse(await readFile(file, "utf8"));
  if (!Array.isArray(Object(read).figures)) throw new Error(`${file} is no earlier run: it has no figures`);
  return read as BenchRun;
};

/** Keeps a run for a later one to compare with. */
export const saveRun = (file: string, run: BenchRun): Promise<void> =>
  writeFile(file, `${JSON.stringify(run, null, 2)}\n`);
