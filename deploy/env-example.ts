// npm run --silent env-example > .env.example: writes that file from the tables of docs/settings.md.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A row of docs/settings.md; Markdown in each but the name. */
export type SettingRow = { topic: string; name: string; fallback: string; meaning: string; example: string };

const LINE_LENGTH_MAX = 120;
const HEAD = `# Every setting of Foyer, with its default. Made from docs/settings.md by: npm run --silent env-example > .env.example
# Load this file with your service manager, or with: set -a; . ./.env; set +a
# The quotes work for both, and are needed around spaces, braces and &. For docker run --env-file, leave them out: it takes them literally.
# NAME_FILE is the path of a file that contains the value of NAME.
`;

/** The text of a cell that is a single piece of code. */
const codeOf = (cell: string): string | undefined => /^`([^`]+)`$/.exec(cell)?.[1];

/** The settings in the tables of a Markdown page, in order. */
export const readSettingRows = (page: string): SettingRow[] =>
  page.split(/^## /m).flatMap((section) => {
    const topic = section.split("\n", 1)[0] ?? "";
    return section.split("\n").flatMap((line) => {
      const [, first = "", fallback = "", meaning = "", example = ""] = line.split("|").map((cell) => cell.trim());
      const name = codeOf(first);
      return name !== undefined && /^[A-Z_]+$/.test(name) ? [{ topic, name, fallback, meaning, example }] : [];
    });
  });

/** The default of a setting in the form of the environment; undefined if the page describes it in words. */
export const writtenDefault = ({ fallback }: SettingRow): string | undefined => codeOf(fallback);

const plain = (markdown: string): string =>
  markdown.replaceAll(/\[([^[\]]+)\]\(([^()#]+)(?:#[^()]*)?\)/g, "$1 (docs/$2)").replaceAll("`", "");

const comment = (text: string): string =>
  text
    .split(" ")
    .reduce<string[]>((lines, word) => {
      const longer = `${lines.at(-1) ?? "#"} ${word}`;
      return longer.length <= LINE_LENGTH_MAX ? [...lines.slice(0, -1), longer] : [...lines, `# ${word}`];
    }, [])
    .join("\n");

const quoted = (value: string): string => (/^[\w.:/@,+%=-]*$/.test(value) ? value : `'${value}'`);

/** A secret has no value that could be copied: its example says how to make one. */
const renderRow = (row: SettingRow): string =>
  `${comment(`${plain(row.meaning)} Default: ${plain(row.fallback)}`)}\n#${row.name}=${quoted(codeOf(row.example) ?? "")}\n`;

/** The text of .env.example for the tables of docs/settings.md. */
export const renderEnvExample = (page: string): string =>
  HEAD +
  readSettingRows(page)
    .map((row, n, rows) => `${row.topic === rows[n - 1]?.topic ? "" : `\n# == ${row.topic} ==\n`}${renderRow(row)}`)
    .join("");

if (import.meta.main)
  process.stdout.write(renderEnvExample(readFileSync(join(import.meta.dirname, "../docs/settings.md"), "utf8")));
