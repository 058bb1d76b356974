import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parseSync } from "vite";

const ROOT = join(import.meta.dirname, "../../..");
const SOURCES = "{server,shared,demo,cli,web,bin,client,deploy,examples}/**/*.{ts,tsx,mjs,js}";

/** A regular expression of the sources, and its place. */
export type Expression = { source: string; flags: string; at: string };

/**
 * Expressions that are put together while the program runs: what they can become, by the file and the text of the first argument.
 * One that is not here fails the test.
 */
export const MADE: Record<string, { why: string; become: readonly string[] }> = {
  "server/platform/auth/visitor-tokens.ts `^${pattern}$`": {
    why: "the shapes of three kinds of tokens, all in this file",
    become: [
      "^([0-9a-f]{24})-([0-9a-f]{24})-(\\d{1,9})$",
      "^([0-9a-f]{24})-([0-9a-f]{24})$",
      "^([0-9a-f]{24})-(code|name|badge)-([0-9a-f]{24})$",
    ],
  },
  "server/platform/auth/passwords/guessable-passwords.ts `.{${DIGEST_BYTES * 2}}`": {
    why: "a number",
    become: [".{12}"],
  },
  "shared/spreadsheet.ts `_(?=x[0-9A-Fa-f]{4}(?:_|${UNWRITABLE.source}))`": {
    why: "one character of a class of this file",
    become: ["_(?=x[0-9A-Fa-f]{4}(?:_|[\\u0001-\\u0008]))"],
  },
  "server/resources/agreements/lines.ts `${CJK.source}\\\\s{0,200}|(?:(?!${CJK.source})\\\\S){1,200}\\\\s{0,200}|\\\\s{1,200}`":
    {
      why: "one character of a class of server/resources/agreements",
      become: ["[\\u3000-\\u9fff]\\s{0,200}|(?:(?![\\u3000-\\u9fff])\\S){1,200}\\s{0,200}|\\s{1,200}"],
    },
};

export type Node = { type?: string; start: number; end: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const nodesOf = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(nodesOf)];

/** The text of a literal. @returns undefined for other expressions */
export const textOf = (value: unknown): string | undefined =>
  isNode(value) && value.type === "Literal" && typeof value["value"] === "string" ? value["value"] : undefined;

const nameOf = (value: unknown): string =>
  isNode(value) && typeof value["name"] === "string" ? value["name"] : (textOf(value) ?? "");

/** The text of an expression that is not written as one: the argument of `RegExp`, the `pattern` of a schema. */
const argumentOf = (node: Node): { of: unknown; flags: string } | undefined => {
  const isMaking = node.type === "NewExpression" || node.type === "CallExpression";
  const [of, flags] = Array.isArray(node["arguments"]) ? node["arguments"] : [];
  if (isMaking && nameOf(node["callee"]) === "RegExp") return { of, flags: textOf(flags) ?? "" };
  // Ajv compiles the patterns of schemas as Unicode.
  if (node.type === "Property" && nameOf(node["key"]) === "pattern") return { of: node["value"], flags: "u" };
  return undefined;
};

/** A constant by this name holds the text of an expression; it is judged where it is declared. */
const isNamedPattern = (name: string): boolean => name.endsWith("_PATTERN");

const literalOf = (node: Node): { source: string; flags: string } | undefined => {
  const { regex } = node;
  if (node.type === "Literal" && isNode(regex))
    return { source: String(regex["pattern"]), flags: String(regex["flags"]) };
  const declared = node.type === "VariableDeclarator" && isNamedPattern(nameOf(node["id"])) ? node["init"] : undefined;
  const source = textOf(declared);
  return source === undefined ? undefined : { source, flags: "u" };
};

const madeOf = (path: string, text: string, node: Node): { source: string; flags: string }[] => {
  const made = argumentOf(node);
  if (made === undefined || !isNode(made.of)) return [];
  const { of, flags } = made;
  const plain = textOf(of);
  if (plain !== undefined) return [{ source: plain, flags }];
  // The regular expression itself, a constant that is judged elsewhere, or a shorthand in a destructured parameter.
  if (isNode(of["regex"]) || isNamedPattern(nameOf(of)) || node["shorthand"] === true) return [];
  const key = `${path} ${text.slice(of.start, of.end)}`;
  const known = MADE[key];
  if (known === undefined) throw new Error(`${key}: say in test/support/words/expressions.ts what it can become`);
  return known.become.map((source) => ({ source, flags }));
};

/** A file of the sources as it is written and as a parser of the language reads it. @throws Error when it can't */
export const parsed = (path: string): { text: string; nodes: Node[] } => {
  const text = readFileSync(join(ROOT, path), "utf8");
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  return { text, nodes: nodesOf(program as unknown as Node) };
};

const inFile = (path: string): Expression[] => {
  const { text, nodes } = parsed(path);
  return nodes.flatMap((node) => {
    const at = `${path}:${text.slice(0, node.start).split("\n").length}`;
    const literal = literalOf(node);
    return [...(literal === undefined ? [] : [literal]), ...madeOf(path, text, node)].map((one) => ({ ...one, at }));
  });
};

/** Every regular expression of the sources that are shipped, by a parser of the language and not by looks. */
export const expressions = (): Expression[] =>
  globSync(SOURCES, { cwd: ROOT, exclude: (name) => name === "node_modules" || name === "dist" })
    .toSorted()
    .flatMap(inFile);

/** As it is written in a source. */
export const written = ({ source, flags }: Pick<Expression, "source" | "flags">): string => `/${source}/${flags}`;
