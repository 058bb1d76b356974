import { readFileSync } from "node:fs";
import { join } from "node:path";

export const PROJECT = join(import.meta.dirname, "../..");

/** One instruction with its arguments, continuation lines joined. */
export type Instruction = { word: string; rest: string };

/** A stage: what it is built on, its name, and what is done in it. */
export type Stage = { base: string; name: string | undefined; instructions: Instruction[] };

export const TEXT = readFileSync(join(PROJECT, "Dockerfile"), "utf8");

/** The instructions of the Dockerfile, in order. */
export const instructions = (): Instruction[] =>
  TEXT.split("\n")
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join("\n")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => {
      const [, word = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { word, rest };
    });

/** The stages; the last one is the image. `ARG`s before the first are put in. */
export const stages = (): Stage[] => {
  const all: Stage[] = [];
  const values = new Map<string, string>();
  for (const { word, rest } of instructions()) {
    const [name = "", value = ""] = rest.split("=");
    if (all.length === 0 && word === "ARG") values.set(name, value);
    else if (word === "FROM") {
      const [base = "", , as] = rest.split(/\s+/);
      all.push({
        base: base.replace(/^\$\{(\w+)\}$/, (_, key: string) => values.get(key) ?? ""),
        name: as,
        instructions: [],
      });
    } else all.at(-1)?.instructions.push({ word, rest });
  }
  return all;
};

/** The arguments of all instructions of a kind in a stage. */
export const of = (stage: Stage | undefined, word: string): string[] =>
  (stage?.instructions ?? []).filter((instruction) => instruction.word === word).map(({ rest }) => rest);

/** What the image takes from the project itself: paths as they are there. */
export const copied = (): string[] =>
  of(stages().at(-1), "COPY")
    .filter((rest) => !rest.startsWith("--from"))
    .flatMap((rest) => rest.split(/\s+/).slice(0, -1))
    .map((path) => path.replace(/\/$/, ""));
