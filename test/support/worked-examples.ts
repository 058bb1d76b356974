import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { runIn } from "./run/project-copy.ts";

const PAGE = "docs/worked-examples.md";
/** A block of code, after the name of its file where it has one. */
const BLOCK = /(?:^`(?<path>[^`\n]+)`:\n\n)?^```(?<language>\w+)\n(?<text>[^]*?)^```$/gm;
/** What the page writes for the rest of a line. */
const REST = "…";

/** A step of a section of the page: a file to change or to make, or what is typed into a shell. */
export type Step = { section: string; path: string | undefined; language: string; text: string };

/** Every step of the page, in its order. */
export const readSteps = async (project: string): Promise<Step[]> => {
  const page = await readFile(join(project, PAGE), "utf8");
  return [...page.matchAll(BLOCK)].map(({ index, groups = {} }) => ({
    section: [...page.slice(0, index).matchAll(/^## (.*)$/gm)].at(-1)?.[1] ?? "",
    path: groups["path"],
    language: groups["language"] ?? "",
    text: groups["text"] ?? "",
  }));
};

/** `texts/{en,nl}/log.json` is two files. */
export const pathsOf = (path: string): string[] => {
  const [whole, names] = /\{([^}]+)\}/.exec(path) ?? [];
  return whole === undefined || names === undefined
    ? [path]
    : names.split(",").map((name) => path.replace(whole, name));
};

const withoutRest = (line: string): string => (line.endsWith(REST) ? line.slice(0, -REST.length).trimEnd() : line);

/** What a line has after the part that the page writes out; undefined when it is another line. */
const restOf = (line: string, written: string): string | undefined => {
  const start = withoutRest(written);
  if (start === written) return line === written ? "" : undefined;
  return line.startsWith(start) ? line.slice(start.length) : undefined;
};

const placeOf = (lines: readonly string[], old: readonly string[], path: string): number => {
  const places = lines.flatMap((_, at) =>
    old.every((written, n) => restOf(lines[at + n] ?? "\0", written) !== undefined) ? [at] : [],
  );
  const [place] = places;
  if (place !== undefined && places.length === 1) return place;
  throw new Error(`${PAGE}: ${path} has these lines ${places.length} times, not once:\n${old.join("\n")}`);
};

/** One hunk: its lines begin with a space, `-` or `+`; an empty one is an empty line of the file. */
const applyHunk = (lines: readonly string[], hunk: string, path: string): string[] => {
  const written = hunk
    .replace(/^\n|\n$/g, "")
    .split("\n")
    .map((line) => ({ sign: line.slice(0, 1) || " ", line: line.slice(1) }));
  const old = written.filter(({ sign }) => sign !== "+").map(({ line }) => line);
  const place = placeOf(lines, old, path);
  let at = place;
  let rest = "";
  const fresh = written.flatMap(({ sign, line }) => {
    if (sign === "+") return [line.endsWith(REST) ? withoutRest(line) + rest : line];
    const found = lines[at++] ?? "";
    rest = restOf(found, line) ?? "";
    return sign === "-" ? [] : [found];
  });
  return [...lines.slice(0, place), ...fresh, ...lines.slice(at)];
};

const changeFile = async (project: string, path: string, text: string): Promise<void> => {
  const file = join(project, path);
  const lines = (await readFile(file, "utf8")).split("\n");
  const changed = text.split(/^@@$/m).reduce((so, hunk) => applyHunk(so, hunk, path), lines);
  await writeFile(file, changed.join("\n"));
};

const makeFile = async (project: string, path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), text, { flag: "wx" });
};

/** Does what a step of the page says. Errors: the page no longer fits the files */
export const applyStep = async (project: string, { path, language, text }: Omit<Step, "section">): Promise<void> => {
  if (language === "sh") return void (await runIn(project, "bash", ["--norc", "-euo", "pipefail", "-c", text]));
  if (path === undefined) throw new Error(`${PAGE} has a block without the name of its file:\n${text}`);
  const apply = language === "diff" ? changeFile : makeFile;
  for (const one of pathsOf(path)) await apply(project, one, text);
};
