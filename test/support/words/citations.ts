import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

/** What cites: our sources, tests and pages. The standard in docs/asvs.md and the changes of old versions have numbers of their own. */
const CITING = [
  "{server,shared,cli,demo,web,client,bench,bin,examples,migrations,test}/**/*.{ts,tsx,mjs,sql,css,md}",
  "docs/**/*.md",
  "{README,SECURITY,CONTRIBUTING}.md",
];
const NOT_CITING = /^client\/dist\/|^docs\/asvs\.md$|^test\/docs\/citations\.test\.ts$/;

/** A page or source with its path from the project's folder. */
export type Source = { path: string; text: string };

/** The numbered headings of docs/interface and of docs/rules.md. */
export type Sections = Record<"interface" | "rules", ReadonlySet<string>>;

const read = (root: string, patterns: string | string[]): Source[] =>
  globSync(patterns, { cwd: root })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** Every file that may cite. @param root the project's folder */
export const readCiting = (root: string): Source[] => read(root, CITING).filter(({ path }) => !NOT_CITING.test(path));

/** The numbers of a page's headings: `4.6a` of "## 4.6a Other records". */
export const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (\d+(?:\.\d+[a-z]?)?) /gm)].map(([, number = ""]) => number);

const byNumber = new Intl.Collator("en", { numeric: true });

/** All sections there are, in their order. @param root the project's folder */
export const readSections = (root: string): Sections => {
  const numbers = (pattern: string): ReadonlySet<string> => {
    const found = read(root, pattern).flatMap(({ text }) => headingsOf(text));
    return new Set(found.toSorted((a, b) => byNumber.compare(a, b)));
  };
  return { interface: numbers("docs/interface/*.md"), rules: numbers("docs/rules.md") };
};

/** A text in one line, without the marks at the beginning of a comment's lines. */
const inOneLine = (text: string): string => text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|--)?\s*/g, " ");

const NUMBER = String.raw`\d+(?:\.\d+[a-z]?)?(?![\w%])`;
const CITATION = new RegExp(`\\b(interface|rules) (${NUMBER}(?:(?:, and |, | and | to | or )${NUMBER})*)`, "gi");

/** The sections that a text cites: "interface 2.5, 4.7 and 8" are three. */
export const citationsIn = (text: string): { of: keyof Sections; section: string }[] =>
  [...inOneLine(text).matchAll(CITATION)].flatMap(([, of = "", list = ""]) =>
    (list.match(new RegExp(NUMBER, "g")) ?? []).map((section) => ({
      of: of.toLowerCase() as keyof Sections,
      section,
    })),
  );

/** Citations of what is not in the repository. */
const ELSEWHERE =
  /\bdesigns? [A-Z0-9]\b|\b(?:promises?|issues?|spikes?|measurements?|decisions?) \d{1,3}\b|\bproduct (?:rules?|Kiosk)\b|[(;] ?product[,:)]|\((?:architecture, known|decisions, opening|decisions, changed)|\((?:decisions|design|promise): |\b(?:look|product|interface|decisions|designs|house)\.md\b|\b[a-z-]+\.md,? \d/gi;

/** The parts of a text that cite anything else than `interface N.M`, `rules N` or a page by its path. */
export const citedElsewhere = (text: string): string[] => inOneLine(text).match(ELSEWHERE) ?? [];

/** The pages of docs/ that a text names by their path. */
export const pagesNamedIn = (text: string): string[] => text.match(/\bdocs\/[\w/-]+\.md\b/g) ?? [];

/** Links to a section by its number, `[6.3](events.md)`, not those to decisions, with the name of the page that must have it. */
export const sectionLinksIn = (markdown: string): { section: string; page: string }[] =>
  [...markdown.matchAll(/\[(\d+(?:\.\d+[a-z]?)?)\]\((?!\S*\d{4}-)([^)]+\.md)\)/g)].map(
    ([, section = "", target = ""]) => ({
      section,
      page: basename(target),
    }),
  );
