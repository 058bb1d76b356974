import { zip } from "./zip.ts";

/** A wall-clock time, as `Date.UTC` counts it, shown as a date alone or with its time. */
export type WallClockTime = { wallMs: number; shown: "date" | "time" };

/** The value of a cell; `null` is empty. A string is always text, never a formula. */
export type Cell = string | number | boolean | WallClockTime | null;

/** A sheet: its name, its columns' headers with their widths in characters, and its rows. */
export type Sheet = { name: string; headers: readonly { text: string; width: number }[]; rows: readonly Cell[][] };

/** The limits of spreadsheet programs. */
export const COLUMNS_MAX = 16_384;
const TEXT_LENGTH_MAX = 32_767;
const NUMBER_MAX = 9.99e307;
const SHEET_NAME_LENGTH_MAX = 31;

/**
 * Serial numbers count days from here; 1 March 1900 is the first on which all programs agree (1900 was not a leap
 * year).
 */
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30);
const SERIAL_FIRST_MS = Date.UTC(1900, 2, 1);
const SERIAL_END_MS = Date.UTC(10_000, 0, 1);
const DAY_MS = 86_400_000;

/** The styles of a cell, by their index in `STYLES`. */
const STYLE = { plain: 0, header: 1, text: 2, date: 3, time: 4 } as const;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };

const hex = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");

// oxlint-disable-next-line no-control-regex -- what XML 1.0 cannot hold
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** The underscore of an apparent escape; the escape of a character after it would complete one, too. */
const AMBIGUOUS = new RegExp(`_(?=x[0-9A-Fa-f]{4}(?:_|${UNWRITABLE.source}))`, "g");

/**
 * Text in the form of the format (ECMA-376, ST_Xstring): characters that XML can't contain are `_xHHHH_`, and text that
 * looks like such an escape has its first underscore escaped. A carriage return is a reference, because parsers turn it
 * into a line feed otherwise.
 */
const xml = (text: string): string =>
  text
    .replaceAll(AMBIGUOUS, "_x005F_")
    .replaceAll(UNWRITABLE, (character) => `_x${hex(character)}_`)
    .replaceAll(/[&<>"\r]/g, (character) => ENTITIES[character] ?? "");

/** Text of at most this many UTF-16 units, as programs count; longer text ends in an ellipsis. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;

/** A column's letters: A to Z, AA, AB, … */
const letters = (column: number): string =>
  (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** The distinct texts of a workbook; a Map, because a visitor may be called "constructor". */
const makeTexts = () => {
  const places = new Map<string, number>();
  const numberOf = (text: string): number => {
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, places.size);
    return places.size - 1;
  };
  const written = (): string => {
    const items = [...places.keys()].map((text) => `<si><t xml:space="preserve">${xml(text)}</t></si>`).join("");
    return `<sst xmlns="${MAIN}" uniqueCount="${places.size}">${items}</sst>`;
  };
  return { numberOf, written };
};
type Texts = ReturnType<typeof makeTexts>;

const isSerial = ({ wallMs }: WallClockTime): boolean => wallMs >= SERIAL_FIRST_MS && wallMs < SERIAL_END_MS;

/** A time without a serial number, as text. */
const wallText = ({ wallMs, shown }: WallClockTime): string =>
  new Date(wallMs)
    .toISOString()
    .slice(0, "2026-11-21T09:30:00".length)
    .replace("T", " ")
    .slice(0, shown === "date" ? -9 : undefined);

/** @param texts of the workbook; without them, a text is in its cell */
const cell = (value: Cell, place: string, texts: Texts | undefined, style: number = STYLE.text): string => {
  if (value === null || value === "") return "";
  switch (typeof value) {
    case "string": {
      const text = cut(value, TEXT_LENGTH_MAX);
      return texts === undefined
        ? `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`
        : `<c r="${place}" s="${style}" t="s"><v>${texts.numberOf(text)}</v></c>`;
    }
    case "boolean":
      return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
    case "number":
      return Math.abs(value) <= NUMBER_MAX
        ? `<c r="${place}"><v>${value}</v></c>`
        : cell(String(value), place, texts, style);
    default:
      return isSerial(value)
        ? `<c r="${place}" s="${STYLE[value.shown]}"><v>${(value.wallMs - SERIAL_ZERO_MS) / DAY_MS}</v></c>`
        : cell(wallText(value), place, texts, style);
  }
};

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Plain, header, text (which remains text when it is edited: quotePrefix), date, and date with time. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const contentTypes = (sheets: readonly string[]): string =>
  `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${sheets.map((path) => `<Override PartName="/xl/${path}" ContentType="${TYPES}.worksheet+xml"/>`).join("")}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${TYPES}.sharedStrings+xml"/></Types>`;

const relations = (...targets: readonly (readonly [string, string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(([type, to], n) => `<Relationship Id="rId${n + 1}" Type="${RELATIONS}/${type}" Target="${to}"/>`)
    .join("")}</Relationships>`;

/** A valid name: none of the reserved characters, no quote at either end, at most 31, never empty. */
const sheetName = (name: string): string =>
  cut(name.replaceAll(/[\\/?*[\]:\p{Cc}]|^'+|(?<!')'+$/gu, " ").trim() || "Sheet", SHEET_NAME_LENGTH_MAX);

const workbook = (sheets: readonly Pick<Sheet, "name">[]): string => {
  const list = sheets.map(
    ({ name }, n) => `<sheet name="${xml(sheetName(name))}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`,
  );
  return `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${list.join("")}</sheets></workbook>`;
};

/** The header remains visible while the rows scroll. */
const VIEW = `<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;

/** The parts of a sheet: its beginning, its rows, its end. */
const sheetParts = (headers: Sheet["headers"], texts?: Texts) => {
  const columns = headers.map((_, n) => letters(n));
  const row = (cells: readonly Cell[], number: number, style?: number): string =>
    `<row r="${number}">${cells.map((value, n) => cell(value, `${columns[n]}${number}`, texts, style)).join("")}</row>`;
  const widths = headers.map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`);
  const head = row(
    headers.map(({ text }) => text),
    1,
    STYLE.header,
  );
  const start = `<worksheet xmlns="${MAIN}">${VIEW}<cols>${widths.join("")}</cols><sheetData>${head}`;
  return { start, row, end: "</sheetData></worksheet>" };
};

const worksheet = ({ headers, rows }: Sheet, texts: Texts): string => {
  const { start, row, end } = sheetParts(headers, texts);
  return start + rows.map((cells, n) => row(cells, n + 2)).join("") + end;
};

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The media type of a workbook. */
export const XLSX = `${TYPES}.sheet`;

/** All files of a workbook but its sheets. */
const framework = (sheets: readonly Pick<Sheet, "name">[], paths: readonly string[], texts: Texts) => ({
  "[Content_Types].xml": contentTypes(paths),
  "_rels/.rels": relations(["officeDocument", "xl/workbook.xml"]),
  "xl/workbook.xml": workbook(sheets),
  "xl/_rels/workbook.xml.rels": relations(
    ...paths.map((path) => ["worksheet", path] as const),
    ["styles", "styles.xml"],
    ["sharedStrings", "sharedStrings.xml"],
  ),
  "xl/styles.xml": STYLES,
  "xl/sharedStrings.xml": texts.written(),
});

const pathOf = (n: number): string => `worksheets/sheet${n + 1}.xml`;

/**
 * A workbook as an .xlsx file: texts are texts, numbers numbers, times real dates, without formulas, links and macros.
 * Text that is too long for a cell is cut; dates before March 1900 and numbers that are too large become text.
 */
export const spreadsheet = (sheets: readonly Sheet[]): Promise<Uint8Array<ArrayBuffer>> => {
  const texts = makeTexts();
  const paths = sheets.map((_, n) => pathOf(n));
  // First: this collects the texts.
  const cells = sheets.map((sheet, n) => [`xl/${paths[n]}`, worksheet(sheet, texts)] as const);
  const parts = { ...framework(sheets, paths, texts), ...Object.fromEntries(cells) };
  return zip(Object.entries(parts).map(([path, text]) => ({ path, text: DECLARATION + text })));
};

/** The most rows of a sheet, below its header. */
const ROWS_MAX = 1_048_575;

async function* growingSheet(headers: Sheet["headers"], lists: AsyncIterable<Sheet["rows"]>): AsyncGenerator<string> {
  const { start, row, end } = sheetParts(headers);
  yield DECLARATION + start;
  let number = 1;
  for await (const rows of lists) {
    if (number + rows.length > ROWS_MAX + 1) throw new Error("a sheet has too many rows");
    yield rows.map((cells) => row(cells, (number += 1))).join("");
  }
  yield end;
}

/** The files of a workbook of one sheet whose rows are made while it is read, for any number of them (`ROWS_MAX`). */
export const growingWorkbook = (
  { name, headers }: Omit<Sheet, "rows">,
  lists: AsyncIterable<Sheet["rows"]>,
): { path: string; parts: AsyncIterable<string> | string[] }[] => [
  ...Object.entries(framework([{ name }], [pathOf(0)], makeTexts())).map(([path, text]) => ({
    path,
    parts: [DECLARATION + text],
  })),
  { path: `xl/${pathOf(0)}`, parts: growingSheet(headers, lists) },
];
