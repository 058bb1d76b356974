import { readFileSync } from "node:fs";
import { join } from "node:path";

import { parse } from "csv-parse/sync";

import { generatedPairs, generatedRelatives } from "./generated.ts";

/** Two names and whether they are of the same person. */
export type Pair = { a: string; b: string; same: boolean };

const rows = <Row>(file: string): Row[] =>
  parse(readFileSync(join(import.meta.dirname, "data", file)), { columns: true }) as Row[];

const HALF_PAIRS = 3000;

type BenchRow = { a: string; b: string; same: string; quality: string; logic_v2: string };

const benchRows = (): BenchRow[] => rows<BenchRow>("name-bench.csv");
const pairOf = ({ a, b, same }: BenchRow): Pair => ({ a, b, same: same === "true" });

/** What logic-v2 of OpenSanctions scored, as its authors published it. */
export const logicV2Scores = (): (Pair & { score: number })[] =>
  benchRows()
    .filter(({ logic_v2: score }) => score !== "")
    .map((row) => ({ ...pairOf(row), score: Number(row.logic_v2) }));

const allSame = <Row>(file: string, columns: readonly [keyof Row, keyof Row]): Pair[] =>
  rows<Row>(file).map((row) => ({ a: String(row[columns[0]]), b: String(row[columns[1]]), same: true }));

const generated = (half: "tuned" | "held-out"): Pair[] => [
  ...generatedPairs(half, HALF_PAIRS).map(({ name, typed }) => ({ a: name, b: typed, same: true })),
  ...generatedRelatives(half, HALF_PAIRS).map(({ name, typed }) => ({ a: name, b: typed, same: false })),
];

/** The sets of the README beside this, by name. */
export const nameSets = (): Readonly<Record<string, Pair[]>> => ({
  "name_bench, persons": benchRows().map(pairOf),
  "name_bench, strong": benchRows()
    .filter(({ quality }) => quality === "STRONG")
    .map(pairOf),
  "UN list, mangled": allSame<{ name: string; mangled: string }>("un-mangled.csv", ["name", "mangled"]),
  "UN list, original scripts": allSame<{ name: string; original: string }>("un-original.csv", ["name", "original"]),
  "across scripts": allSame<{ name: string; original: string }>("cross-script.csv", ["name", "original"]),
  "generated, tuned": generated("tuned"),
  "generated, held out": generated("held-out"),
});

/** 2,000 people who are on none of the lists, with their day of birth. */
export const strangers = (): { name: string; born: string }[] => rows("strangers.csv");
