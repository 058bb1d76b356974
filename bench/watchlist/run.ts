// npm run watchlist: how often names are missed and how often strangers are taken for them, on named sets (see README.md).
import { ALGORITHM } from "../../server/platform/names/match-person.ts";
import { sizeCurve } from "./curve.ts";
import { METHODS } from "./methods.ts";
import { type Rate, type Rates, ratesOf } from "./rates.ts";
import { logicV2Scores, nameSets } from "./sets.ts";

const LOGIC_V2_LEAST = 0.7;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const cell = (rate: Rate | undefined): string =>
  rate === undefined ? "–" : `${percent(rate.value)} (${(rate.low * 100).toFixed(1)}–${(rate.high * 100).toFixed(1)})`;
const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const ratesRow = (set: string, method: string, { recall, falseAlarms, f1 }: Rates): string =>
  row([set, method, cell(recall), cell(falseAlarms), f1?.toFixed(3) ?? "–"]);

const table = (heads: readonly string[], rows: readonly string[]): string =>
  [row(heads), row(heads.map(() => "---")), ...rows, ""].join("\n");

const logicV2 = (): Rates => {
  const pairs = logicV2Scores();
  const scores = new Map(pairs.map(({ a, b, score }) => [`${a}|${b}`, score]));
  return ratesOf(pairs, (a, b) => (scores.get(`${a}|${b}`) ?? 0) >= LOGIC_V2_LEAST);
};

const ratesTable = (): string =>
  table(
    ["Set", "Method", "Found (95 %)", "False alarms (95 %)", "F1"],
    Object.entries(nameSets()).flatMap(([set, pairs], n) => [
      ...METHODS.map(({ name, isSame }) => ratesRow(set, name, ratesOf(pairs, isSame))),
      ...(n === 0 ? [ratesRow(set, "logic-v2, as published", logicV2())] : []),
    ]),
  );

const curveTable = (): string =>
  table(
    ["People on the list", "Found", "False alarms by name", "with the day of birth", "median, p99 of a check"],
    [100, 1000, 10_000, 100_000].map((size) => {
      const { found, byName, withBorn, medianMs, p99Ms } = sizeCurve(size);
      return row([
        size.toLocaleString("en"),
        cell(found),
        cell(byName),
        cell(withBorn),
        `${medianMs.toFixed(1)}, ${p99Ms.toFixed(1)} ms`,
      ]);
    }),
  );

console.log(`Algorithm ${ALGORITHM}\n`);
console.log(ratesTable());
console.log(curveTable());
