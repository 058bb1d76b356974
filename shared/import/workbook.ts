import { unpackedText, UnreadableZip, type ZipEntry, zipEntries } from "../unzip.ts";
import type { Row } from "./delimited.ts";
import { elementsOf, withoutElements } from "./elements.ts";
import { UnreadableTable } from "./unreadable-table.ts";

/** What a sheet may unpack to: a bomb of 1 : 1000 ends here, not in memory. */
const SHEET_BYTES_MAX = 256 * 1024 * 1024;
const PART_BYTES_MAX = 48 * 1024 * 1024;
const COLUMNS_MAX = 500;
const DAY_MS = 86_400_000;
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30);
const SERIAL_MAX = 2_958_466;

/** A format without what it shows as it is: quoted texts, single characters, colours and conditions in brackets. */
const withoutTexts = (code: string): string => {
  const unquoted = code
    .replaceAll(/\\./g, "")
    .split('"')
    .filter((_, n) => n % 2 === 0);
  const [first = "", ...rest] = unquoted.join("").split("[");
  return first + rest.map((piece) => piece.slice(piece.indexOf("]") + 1)).join("");
};

/** The numbers of the built-in formats of dates and times (ECMA-376, 18.8.30). */
const isDateFormat = (id: number, codes: ReadonlyMap<number, string>): boolean => {
  const code = codes.get(id);
  if (code === undefined) return (id >= 14 && id <= 22) || (id >= 45 && id <= 47);
  return /[dmyhs]/i.test(withoutTexts(code));
};

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const characterOf = (name: string): string => {
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
};

const plainText = (xml: string): string =>
  xml
    .replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,4});/gi, (whole, name: string) =>
      name.startsWith("#") ? characterOf(name.toLowerCase()) : (ENTITIES[name] ?? whole),
    )
    .replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const attribute = (tag: string, name: string): string | undefined =>
  new Map([...tag.matchAll(/\s([\w:]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value])).get(name);

/** The texts of `<t>` in a piece of XML, without those that say how it is pronounced. */
const textsIn = (xml: string): string =>
  Array.from(elementsOf(withoutElements(xml, "rPh"), "t"), ({ inner }) => plainText(inner)).join("");

const whole = async (entry: ZipEntry | undefined): Promise<string> => {
  let text = "";
  if (entry !== undefined) for await (const piece of unpackedText(entry, PART_BYTES_MAX)) text += piece;
  return text;
};

type Workbook = { texts: readonly string[]; isDate: readonly boolean[]; zeroMs: number };

const stylesOf = (xml: string): boolean[] => {
  const formats = Array.from(elementsOf(xml, "numFmt"), ({ tag }): [number, string] => [
    Number(attribute(tag, "numFmtId")),
    plainText(attribute(tag, "formatCode") ?? ""),
  ]);
  const codes = new Map(formats);
  const cells = xml.slice(xml.indexOf("<cellXfs"), xml.indexOf("</cellXfs>"));
  return Array.from(elementsOf(cells, "xf"), ({ tag }) => isDateFormat(Number(attribute(tag, "numFmtId")), codes));
};

/** A serial number as the date and time that it shows; a time alone has no date. */
const dateText = (serial: number, zeroMs: number): string => {
  const text = new Date(zeroMs + Math.round(serial * 86_400) * 1000).toISOString();
  if (serial < 1) return text.slice(11, 19);
  return Number.isInteger(serial) ? text.slice(0, 10) : text.slice(0, 19).replace("T", " ");
};

const valueOf = (tag: string, inner: string, { texts, isDate, zeroMs }: Workbook): string => {
  const [{ inner: value } = { inner: "" }] = elementsOf(inner, "v");
  switch (attribute(tag, "t")) {
    case "s":
      return texts[Number(value)] ?? "";
    case "inlineStr":
      return textsIn(inner);
    case "b":
      return value === "1" ? "true" : "false";
    case "str":
    case "d":
      return plainText(value);
    case "e":
      return "";
    default: {
      const serial = Number(value);
      const isSerial = value !== "" && serial >= 0 && serial < SERIAL_MAX;
      return isSerial && isDate[Number(attribute(tag, "s") ?? 0)] === true ? dateText(serial, zeroMs) : value;
    }
  }
};

const columnOf = (place: string): number =>
  Array.from(/^[A-Z]{1,3}/.exec(place)?.[0] ?? "").reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const rowOf = (xml: string, line: number, workbook: Workbook): Row => {
  const cells: string[] = [];
  for (const { tag, inner } of elementsOf(xml, "c")) {
    const place = attribute(tag, "r");
    const at = place === undefined ? cells.length : columnOf(place);
    if (!(at >= 0 && at < COLUMNS_MAX)) throw new UnreadableTable("too_many_columns", line);
    while (cells.length < at) cells.push("");
    cells[at] = valueOf(tag, inner, workbook);
  }
  return { line, cells };
};

const targetOf = (relations: string, id: string | undefined): string => {
  const tag = [...elementsOf(relations, "Relationship")].find((one) => attribute(one.tag, "Id") === id)?.tag;
  const target = attribute(tag ?? "", "Target") ?? "";
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
};

async function* sheetRows(entry: ZipEntry, workbook: Workbook): AsyncGenerator<Row> {
  let rest = "";
  let line = 0;
  for await (const piece of unpackedText(entry, SHEET_BYTES_MAX)) {
    rest += piece;
    const end = rest.lastIndexOf("</row>");
    if (end < 0 && rest.length > PART_BYTES_MAX) throw new UnreadableZip(true);
    if (end < 0) continue;
    for (const { tag, inner } of elementsOf(rest.slice(0, end + "</row>".length), "row")) {
      line = Number(attribute(tag, "r") ?? line + 1);
      yield rowOf(inner, line, workbook);
    }
    rest = rest.slice(end + "</row>".length);
  }
}

/** Whether bytes begin as those of an .xlsx file, whatever the file is called. */
export const isWorkbook = ([a, b, c, d]: Uint8Array): boolean => a === 0x50 && b === 0x4b && c === 3 && d === 4;

/** Whether they begin as those of an .xls file, or of a workbook with a password. */
export const isOldWorkbook = ([a, b, c, d]: Uint8Array): boolean =>
  a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0;

/**
 * The rows of the first sheet of a workbook (.xlsx): values only, dates as `2027-05-06` or with their time. Formulas,
 * links and macros are never looked at, and nothing is unpacked beyond the limits. Errors: UnreadableTable.
 */
export async function* workbookRows(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<Row> {
  try {
    const entries = zipEntries(bytes);
    const part = (path: string): Promise<string> => whole(entries.get(path));
    const book = await part("xl/workbook.xml");
    const [sheet] = elementsOf(book, "sheet");
    const path = targetOf(await part("xl/_rels/workbook.xml.rels"), attribute(sheet?.tag ?? "", "r:id"));
    const entry = entries.get(path) ?? entries.get("xl/worksheets/sheet1.xml");
    if (entry === undefined) throw new UnreadableZip();
    const texts = elementsOf(await part("xl/sharedStrings.xml"), "si");
    const [properties] = elementsOf(book, "workbookPr");
    const is1904 = /^(?:1|true)$/.test(attribute(properties?.tag ?? "", "date1904") ?? "");
    yield* sheetRows(entry, {
      texts: Array.from(texts, ({ inner }) => textsIn(inner)),
      isDate: stylesOf(await part("xl/styles.xml")),
      zeroMs: SERIAL_ZERO_MS + (is1904 ? 1462 * DAY_MS : 0),
    });
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error;
    throw new UnreadableTable(error.isTooLarge ? "large_workbook" : "damaged_workbook");
  }
}
