import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { CORPUS, valueOf } from "../../../contract/corpus.ts";
import { makeRandom, type Random, seedOf } from "../../../support/run/random.ts";
import { buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { findLibreOffice, findOpenpyxl, readByLibreOffice, readByOpenpyxl } from "./readers.ts";
import { readWorkbook } from "./workbook.ts";

/** FOYER_LONG=1 runs its long form. */
const COUNT = process.env["FOYER_LONG"] === "1" ? 10_000 : 1_000;
const SEED = seedOf();
/** Five columns of text, by their place in the file; the last is a custom field. */
const FIELDS = { first_name: 0, last_name: 1, company: 2, address: 5, note: 23 } as const;
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
const ROWS = 200;

const FORMULAS = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "=cmd|'/c calc'!A0",
  "=cmd@x.example",
  '=HYPERLINK("http://x","y")',
  "\t=1",
  "'=1",
  '="a"&"b"',
  "{=1}",
];
const NUMBERS = [
  "0012",
  "1e5",
  "1E400",
  "TRUE",
  "2026-11-21",
  "12:30",
  "1/2",
  "#N/A",
  "#REF!",
  "NaN",
  "1,5",
  "٣",
  "007.0",
  "+32470550184",
];
const ESCAPES = [
  "_x0041_",
  "_x005F_x0041_",
  "_x000D_",
  "x005F_",
  "_x005F_",
  "_X0041_",
  "__x0041_",
  "_x0041",
  "_x00e9__x00E9_",
  "&amp;",
  "&#65;",
  "_x0041\u0001",
  "\u0001x0041_",
  "]]>",
  "<![CDATA[x]]>",
  "<f>1</f>",
  "</t></si>",
];
const CONTROLS = Array.from({ length: 31 }, (_, n) => `a${String.fromCharCode(n + 1)}b`).concat(
  "\r",
  "\n",
  "\r\n",
  "\u007f",
  "\u0085",
  "\u2028",
  "\ufeffx",
  "\ufffe",
  "\uffff",
  " x ",
  "x\n",
  "\tx",
  "  ",
);
const PROTOTYPE = ["constructor", "toString", "__proto__", "hasOwnProperty", "valueOf", "__defineGetter__"];
const WIDE = ["😀", "👩‍👩‍👧", "é", "e\u0301", "\u202eabc", "Ω≈ç√", "𠮷野家", "ﷺ", "İi", "日本語"];

const FIXED = [...FORMULAS, ...NUMBERS, ...ESCAPES, ...CONTROLS, ...PROTOTYPE, ...WIDE];

const isStorable = (text: string): boolean =>
  text.isWellFormed() && !text.includes("\0") && text.length <= 2_000 && text !== "";

const fromCorpus = CORPUS.map(valueOf).filter(
  (value): value is string => typeof value === "string" && isStorable(value),
);

/** Strings of all kinds: each fixed one, then pieces of them in any order. */
const hostileStrings = (random: Random): string[] => {
  const all = [...FIXED, ...fromCorpus];
  const made = Array.from({ length: COUNT }, () =>
    Array.from({ length: random.whole(1, 4) }, () => random.one([...FIXED, ...FIXED, random.one(all)])).join(
      random.one(["", "", " ", "\n"]),
    ),
  );
  return [...all, ...made.filter(isStorable)].slice(0, COUNT);
};

let world: World;
let strings: string[];
/** The files of all strings, 200 rows each, in the order in which the strings were sent. */
const files: Buffer[] = [];

const stringAt = (row: number, field: number): string => strings[row * NAMES.length + field] ?? "";

before(async () => {
  world = await makeWorld();
  strings = hostileStrings(makeRandom(SEED));
  const location = await buildLocation(world);
  await world.post(`/companies/${location}/visittypes`, { name: "A", fields: [{ label: "Note" }] });
  const rows = Math.ceil(COUNT / NAMES.length);
  for (let row = 0; row < rows; row += 1) {
    const body = Object.fromEntries(NAMES.map((name, n) => [name, stringAt(row, n)]));
    const signed_in = new Date(Date.UTC(2020, 0, 1) + row * 60_000).toISOString();
    assert.equal((await world.post("/visitors", { company_id: location, signed_in, ...body })).status, 200);
  }
  for (let page = 1; page <= rows / ROWS; page += 1) {
    const url = `/api/visitors/export/bycompany/${location}?count=${ROWS}&page=${page}&sorting[signed_in]=asc`;
    files.push((await world.app.inject({ url, headers: world.admin })).rawPayload);
  }
});
after(() => world.close());

/** Calls for each string: the file, the row in it (the header is 0), the column, the string. */
const eachString = (look: (file: number, row: number, column: number, text: string) => void): number => {
  let seen = 0;
  files.forEach((_, file) => {
    for (let row = 0; row < ROWS; row += 1)
      NAMES.forEach((name, n) => {
        const text = stringAt(file * ROWS + row, n);
        if (text === "") return;
        look(file, row + 1, FIELDS[name], text);
        seen += 1;
      });
  });
  return seen;
};

describe("the export of hostile text (interface 4.2)", () => {
  it(`200: ${COUNT} strings come back as they were sent, as text, by a strict reading of the file (interface 4.2)`, (test) => {
    const books = files.map(readWorkbook);
    const seen = eachString((file, row, column, text) => {
      assert.deepEqual(books[file]?.rows[row]?.[column], { kind: "text", value: text });
    });
    for (const { xml } of books) assert.doesNotMatch(xml, /<f[ >/]|externalLink|TargetMode/);
    assert.equal(seen, COUNT);
    test.diagnostic(`${seen} strings, 0 differences, 0 formulas; seed ${SEED}`);
  });

  it(`200: ${COUNT} strings are read the same by openpyxl, 0 formulas (interface 4.2)`, async (test) => {
    const program = await findOpenpyxl();
    const books = await Promise.all(files.map((file) => readByOpenpyxl(program, file)));
    const seen = eachString((file, row, column, text) => {
      const cell = books[file]?.rows[row]?.[column];
      // It leaves the escapes of the format in the file undecoded, except the one of the underscore.
      assert.deepEqual([cell?.type, cell?.value], ["s", escaped(text).replaceAll("x005F_", "")], JSON.stringify(text));
    });
    for (const { rows } of books) assert.ok(rows.flat().every(({ type }) => type !== "f" && type !== "e"));
    for (const { rows } of books) assert.deepEqual([rows[1]?.[12]?.type, rows[1]?.[12]?.date], ["d", true]);
    test.diagnostic(`openpyxl: ${seen} strings, 0 differences, 0 formulas`);
  });

  it(`200: ${COUNT} strings are read the same by LibreOffice, 0 formulas (interface 4.2)`, async (test) => {
    const program = await findLibreOffice();
    const books: Awaited<ReturnType<typeof readByLibreOffice>>[] = [];
    for (const file of files) books.push(await readByLibreOffice(program, file));
    const seen = eachString((file, row, column, text) => {
      const { cells, formulas } = books[file] ?? assert.fail();
      for (const read of [cells, formulas]) {
        const cell = read[row]?.[column];
        assert.deepEqual([lines(cell?.value ?? ""), cell?.isText], [lines(text), true], JSON.stringify(text));
      }
    });
    test.diagnostic(`LibreOffice: ${seen} strings, 0 differences, 0 formulas`);
  });
});

/** Cells of LibreOffice hold lines: the kinds of line end are one to it, pairs in either order. */
const lines = (text: string): string[] => text.split(/\r\n|\n\r|\r|\n/);

/** What XML can't hold, as a class of a regular expression. */
const CONTROL = "\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff";
const ESCAPE_LIKE = new RegExp(`_(?=x[0-9A-Fa-f]{4}[_${CONTROL}])`, "g");
const UNWRITABLE = new RegExp(`[${CONTROL}]`, "g");

/** ECMA-376, ST_Xstring, written down a second time. */
const escaped = (text: string): string =>
  text
    .replaceAll(ESCAPE_LIKE, "_x005F_")
    .replaceAll(UNWRITABLE, (one) => `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`);
