import assert from "node:assert/strict";
import { crc32, inflateRawSync } from "node:zlib";

/** The parts of a ZIP archive by path. Strict: every length, checksum and offset must be right. */
const unzip = (bytes: Buffer): Map<string, string> => {
  const parts = new Map<string, string>();
  const end = bytes.length - 22;
  assert.equal(bytes.readUInt32LE(end), 0x06054b50, "an end of the directory, without a comment");
  const [count, size, start] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ];
  assert.equal(start + size, end, "the directory ends where the archive does");
  let at = start;
  let expected = 0;
  for (let n = 0; n < count; n += 1) {
    assert.equal(bytes.readUInt32LE(at), 0x02014b50);
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    assert.equal(local, expected, `${name} follows the part before it`);
    assert.equal(bytes.readUInt32LE(local), 0x04034b50);
    assert.deepEqual(
      bytes.subarray(local + 4, local + 30),
      bytes.subarray(at + 6, at + 32),
      `${name}: both headers agree`,
    );
    assert.equal(bytes.toString("utf8", local + 30, local + 30 + nameLength), name);
    const packed = bytes.subarray(local + 30 + nameLength, local + 30 + nameLength + bytes.readUInt32LE(at + 20));
    const content = inflateRawSync(packed);
    assert.equal(crc32(content), bytes.readUInt32LE(at + 16), `${name}: checksum`);
    assert.equal(content.length, bytes.readUInt32LE(at + 24), `${name}: size`);
    assert.ok(!parts.has(name), `${name} stands once`);
    parts.set(name, content.toString("utf8"));
    expected = local + 30 + nameLength + packed.length;
    at += 46 + nameLength;
  }
  assert.deepEqual([at, expected], [end, start], "nothing lies between the parts");
  return parts;
};

/** An element of an XML document. */
export type Element = { name: string; attributes: Map<string, string>; children: Element[]; text: string };

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** What XML 1.0 allows (2.2); the lone surrogates are what a string in JavaScript could hold besides. */
const CHARACTERS = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

const decoded = (raw: string, where: string): string => {
  assert.doesNotMatch(raw, /<|&(?!#\d+;|#x[0-9A-Fa-f]+;|\w+;)/, `${where}: a bare < or &`);
  // Line ends first, then references: that is the order of XML 1.0 (2.11).
  return raw
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/&(#x([0-9A-Fa-f]+)|#(\d+)|(\w+));/g, (whole, _all, hex, digits, name) => {
      if (name === undefined)
        return String.fromCodePoint(hex === undefined ? Number(digits) : Number.parseInt(hex, 16));
      return ENTITIES[name] ?? assert.fail(`${where}: the entity ${whole}`);
    });
};

const TAG = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/y;

const attributesOf = (text: string, where: string): Map<string, string> => {
  const found = new Map<string, string>();
  for (const [, key = "", value = ""] of text.matchAll(/([\w:]+)="([^"]*)"/g)) {
    assert.ok(!found.has(key), `${where}: ${key} twice`);
    found.set(key, decoded(value, where));
  }
  return found;
};

/** Reads an XML document of elements, attributes and text; refuses whatever is not well-formed, or is none of these. */
const parseXml = (document: string, where: string): Element => {
  assert.match(document, CHARACTERS, `${where}: a character that XML cannot hold`);
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  assert.ok(document.startsWith(head), `${where}: declaration`);
  const root: Element = { name: "", attributes: new Map(), children: [], text: "" };
  const open: Element[] = [root];
  let at = head.length;
  while (at < document.length) {
    const inner = open.at(-1) ?? root;
    const next = document.indexOf("<", at);
    const text = document.slice(at, next < 0 ? undefined : next);
    inner.text += decoded(text, where);
    if (next < 0) break;
    TAG.lastIndex = next;
    const match = TAG.exec(document) ?? assert.fail(`${where}: no tag at ${document.slice(next, next + 60)}`);
    const [whole, closes, name = "", attributes = "", empty] = match;
    if (closes === "/") assert.equal(open.pop()?.name, name, `${where}: </${name}>`);
    else {
      const element = { name, attributes: attributesOf(attributes, where), children: [], text: "" };
      inner.children.push(element);
      if (empty !== "/") open.push(element);
    }
    at = next + whole.length;
  }
  assert.deepEqual([open.length, root.children.length, root.text], [1, 1, ""], `${where}: one root, all closed`);
  return root.children[0] ?? root;
};

/** The elements below that have this name. */
const below = (element: Element, name: string): Element[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...below(child, name)]);

/** A cell as it was read: `moment` is a serial number with a date's format, in days. */
export type Read =
  | { kind: "text" | "number" | "boolean"; value: string | number | boolean }
  | { kind: "moment"; value: number; format: string };

/** Text as the readers of the format show it: `_xHHHH_` is a character (ECMA-376, ST_Xstring). */
const shown = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** All that a file may be made of: no formula, link, macro, comment or drawing has a place here. */
const partsOf = (sheets: number): string[] => [
  "[Content_Types].xml",
  "_rels/.rels",
  "xl/_rels/workbook.xml.rels",
  "xl/sharedStrings.xml",
  "xl/styles.xml",
  "xl/workbook.xml",
  ...Array.from({ length: sheets }, (_, n) => `xl/worksheets/sheet${n + 1}.xml`),
];

const column = (letters: string): number =>
  letters.split("").reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const textsOf = (root: Element): string[] =>
  root.children.map(({ children }) => {
    const [item] = children;
    assert.equal(item?.attributes.get("xml:space"), "preserve");
    return shown(item?.text ?? "");
  });

/** The format of each style that is a date's. */
const formatsOf = (root: Element): (string | undefined)[] => {
  const codes = new Map(
    below(root, "numFmt").map(({ attributes }) => [attributes.get("numFmtId"), attributes.get("formatCode")]),
  );
  return below(root, "cellXfs").flatMap(({ children }) =>
    children.map(({ attributes }) => codes.get(attributes.get("numFmtId"))),
  );
};

type Cells = (Read | undefined)[][];

/** A workbook of one sheet as it was read: its name, and its rows with `undefined` for empty cells. */
export type Workbook = { sheet: string; rows: Cells; xml: string };

/** The rows of a sheet; every cell must be in the place that its reference names. */
const rowsOf = (sheet: Element, valueOf: (cell: Element) => Read): Cells =>
  below(sheet, "row").map((row, n) => {
    assert.equal(row.attributes.get("r"), String(n + 1), "rows follow each other");
    const cells: (Read | undefined)[] = [];
    for (const cell of row.children) {
      const [, letters = "", digits] = /^([A-Z]+)(\d+)$/.exec(cell.attributes.get("r") ?? "") ?? [];
      assert.equal(digits, String(n + 1));
      assert.ok(column(letters) >= cells.length, "cells in order, each once");
      while (cells.length < column(letters)) cells.push(undefined);
      cells.push(valueOf(cell));
    }
    return cells;
  });

/**
 * Reads the sheets of an .xlsx file strictly: the archive, each part as XML, each cell by its reference, style and type. Whatever is not a
 * plain cell with a value fails.
 */
export const readSheets = (bytes: Buffer): Workbook[] => {
  const parts = unzip(bytes);
  const names = [...parts.keys()].toSorted();
  const paths = names.filter((name) => name.startsWith("xl/worksheets/"));
  assert.deepEqual(names, partsOf(paths.length));
  const read = (path: string): Element => parseXml(parts.get(path) ?? "", path);
  for (const path of names) read(path);
  for (const path of names.filter((name) => name.endsWith(".rels")))
    for (const { attributes } of read(path).children)
      assert.equal(attributes.get("TargetMode"), undefined, "no link out");
  const texts = textsOf(read("xl/sharedStrings.xml"));
  const formats = formatsOf(read("xl/styles.xml"));
  const valueOf = (cell: Element): Read => {
    const [value, ...others] = cell.children;
    assert.deepEqual([value?.name, others.length, value?.children.length], ["v", 0, 0], "a value and nothing else");
    const raw = value?.text ?? "";
    const style = Number(cell.attributes.get("s") ?? "0");
    assert.ok(style < formats.length, "a style that exists");
    const format = formats[style];
    switch (cell.attributes.get("t")) {
      case "s":
        return { kind: "text", value: texts[Number(raw)] ?? assert.fail(`no shared text ${raw}`) };
      case "b":
        return { kind: "boolean", value: raw === "1" };
      case undefined:
        assert.ok(raw !== "" && Number.isFinite(Number(raw)), `the number ${raw}`);
        return format === undefined
          ? { kind: "number", value: Number(raw) }
          : { kind: "moment", value: Number(raw), format };
      default:
        return assert.fail(`a cell of type ${cell.attributes.get("t")}`);
    }
  };
  const all = [...parts.values()].join("\n");
  return below(read("xl/workbook.xml"), "sheet").map(({ attributes }, n) => ({
    sheet: attributes.get("name") ?? "",
    rows: rowsOf(read(paths[n] ?? ""), valueOf),
    xml: all,
  }));
};

/** Reads a workbook of one sheet. */
export const readWorkbook = (bytes: Buffer): Workbook => {
  const [only, ...others] = readSheets(bytes);
  assert.equal(others.length, 0, "one sheet");
  return only ?? assert.fail("no sheet");
};

/** The date and time that a moment's cell shows, `2026-11-21 09:30:00`. */
const shownMoment = (days: number): string =>
  new Date(Date.UTC(1899, 11, 30) + Math.round(days * 86_400_000)).toISOString().replace("T", " ").slice(0, 19);

/** A row as an object by its headers; moments as they are shown. */
export const byHeader = ({ rows }: Workbook, row: number): Record<string, unknown> => {
  const headers = rows[0]?.map((cell) => String(cell?.value)) ?? [];
  const cells = rows[row] ?? assert.fail(`no row ${row}`);
  return Object.fromEntries(
    headers.flatMap((header, n) => {
      const cell = cells[n];
      return cell === undefined ? [] : [[header, cell.kind === "moment" ? shownMoment(cell.value) : cell.value]];
    }),
  );
};
