/** A sheet of a workbook: its name, and its rows; the first is the head. */
export type SheetOfRows = { name: string; rows: readonly (readonly (string | number)[])[] };

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
// Control characters cannot stand in XML at all.
// oxlint-disable-next-line no-control-regex -- they are what is meant
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const xml = (text: string): string =>
  text.replaceAll(FORBIDDEN, "").replaceAll(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark);

// Text is stored as text, so nothing of it is a formula.
const cellOf = (value: string | number, style: number): string =>
  typeof value === "number"
    ? `<c s="${style}"><v>${value}</v></c>`
    : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(value)}</t></is></c>`;

const sheetOf = ({ rows }: SheetOfRows): string => {
  const lines = rows.map(
    (row, index) => `<row>${row.map((value) => cellOf(value, index === 0 ? 1 : 0)).join("")}</row>`,
  );
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="1" max="1" width="28" customWidth="1"/><col min="2" max="4" width="16" customWidth="1"/></cols><sheetData>${lines.join("")}</sheetData></worksheet>`;
};

/** What a sheet may be called: 31 characters, none of those that formulas use. */
const nameOf = (name: string): string => xml(name.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31));

const SPREADSHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const STYLES = `<styleSheet xmlns="${SPREADSHEET}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`;

const partsOf = (sheets: readonly SheetOfRows[]): [string, string][] => {
  const names = sheets.map((_, index) => `sheet${index + 1}`);
  const list = sheets.map(({ name }, n) => `<sheet name="${nameOf(name)}" sheetId="${n + 1}" r:id="${names[n]}"/>`);
  const overrides = names.map(
    (name) => `<Override PartName="/xl/worksheets/${name}.xml" ContentType="${TYPE}.worksheet+xml"/>`,
  );
  const relations = names.map(
    (name) => `<Relationship Id="${name}" Type="${RELATIONS}/worksheet" Target="worksheets/${name}.xml"/>`,
  );
  return [
    [
      "[Content_Types].xml",
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${overrides.join("")}</Types>`,
    ],
    [
      "_rels/.rels",
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="book" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      "xl/workbook.xml",
      `<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets>${list.join("")}</sheets></workbook>`,
    ],
    [
      "xl/_rels/workbook.xml.rels",
      `<Relationships xmlns="${PACKAGE}/relationships">${relations.join("")}<Relationship Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ["xl/styles.xml", STYLES],
    ...sheets.map((sheet, n): [string, string] => [`xl/worksheets/${names[n]}.xml`, sheetOf(sheet)]),
  ];
};

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};

/** Numbers as a ZIP archive has them: `[bytes, value]`, the lowest byte first. */
const littleEndian = (...fields: readonly (readonly [2 | 4, number])[]): number[] =>
  fields.flatMap(([size, value]) => Array.from({ length: size }, (_, n) => (value >>> (8 * n)) & 255));

/** 1 January 1980, the first day an archive knows: the same rows give the same file. */
const DOS_DATE = 33;

/** An archive of files that are stored as they are. */
const zip = (parts: readonly [string, string][]): Uint8Array<ArrayBuffer> => {
  const encoder = new TextEncoder();
  const body: number[] = [];
  const directory: number[] = [];
  for (const [path, text] of parts) {
    const [name, data] = [encoder.encode(path), encoder.encode(text)];
    const offset = body.length;
    const shared = littleEndian(
      [2, 20],
      [2, 0x0800],
      [2, 0],
      [2, 0],
      [2, DOS_DATE],
      [4, crcOf(data)],
      [4, data.length],
      [4, data.length],
      [2, name.length],
      [2, 0],
    );
    for (const byte of [...littleEndian([4, 0x04034b50]), ...shared, ...name]) body.push(byte);
    for (const byte of data) body.push(byte);
    directory.push(
      ...littleEndian([4, 0x02014b50], [2, 20]),
      ...shared,
      ...littleEndian([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      ...name,
    );
  }
  const end = littleEndian(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, parts.length],
    [2, parts.length],
    [4, directory.length],
    [4, body.length],
    [2, 0],
  );
  return Uint8Array.from([...body, ...directory, ...end]);
};

/** The type by which a browser and a spreadsheet know a workbook. */
export const XLSX = `${TYPE}.sheet`;

/** A workbook of a few sheets, made in the browser: what it shows need not be asked for again. */
export const writeXlsx = (sheets: readonly SheetOfRows[]): Uint8Array<ArrayBuffer> => zip(partsOf(sheets));
