import { namesWith } from "../../../../shared/fields.ts";
import { foldCase, foldForSearch } from "../../../../shared/text/folding.ts";
import { VISIT_FIELDS } from "../../../../shared/visit-fields.ts";
import type { Body } from "../../../support/world.ts";
import { startOf } from "../../../support/zone-days.ts";

/**
 * The rules of rules 2 for filters and sorting over records in memory, written from that text alone: nothing here is taken
 * from the server but the folding of a text, which has a test of its own.
 */
export type FilterPart = { field: string; bound?: "startDate" | "endDate"; value: string };
export type SortPart = { field: string; direction: "asc" | "desc" };
/** `words` are searched for. */
export type Query = { filters: FilterPart[]; sorts: SortPart[]; words?: string };

const isRealDate = (date: string): boolean => {
  const ms = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
};

/** The instant a text names, plain dates in the location's zone; undefined for what is not a date. */
const instant = (zone: string, text: string): number | undefined => {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return isRealDate(text) ? startOf(zone, text) : undefined;
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (match === null || !isRealDate(match[1] ?? "")) return undefined;
  const ms = Date.parse(
    `${match[1]}T${match[2]}${match[3] ?? ":00"}.${(match[4] ?? ".").slice(1).padEnd(3, "0").slice(0, 3)}${match[5] ?? "Z"}`,
  );
  return Number.isNaN(ms) ? undefined : ms;
};

/** JSON text with the keys of nested objects in the order they are stored in: shorter ones first. */
const json = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(json).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).toSorted(
    (a, b) => Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  return `{${keys.map((key) => `${JSON.stringify(key)}:${json(Reflect.get(value, key))}`).join(",")}}`;
};

const valueOf = (record: Body, field: string): unknown => {
  if (field === "photo" || field === "signature" || !Object.hasOwn(record, field)) return undefined;
  return record[field] ?? undefined;
};

/** The text a filter compares: the string itself, or the JSON text of anything else. */
export const textOf = (record: Body, field: string): string | undefined => {
  const value = valueOf(record, field);
  return value === undefined || typeof value === "string" ? value : json(value);
};

const meets = (record: Body, { field, bound, value }: FilterPart, zone: string): boolean => {
  if (value.trim() === "") return true;
  const text = textOf(record, field);
  if (text === undefined) return false;
  if (bound === undefined) return foldCase(text).includes(foldCase(value));
  const limit = instant(zone, value) ?? Number.NaN;
  const ms = typeof valueOf(record, field) === "string" ? instant(zone, text) : undefined;
  return ms !== undefined && (bound === "startDate" ? ms >= limit : ms < limit);
};

const rank = (value: unknown): number => (typeof value === "number" ? 0 : typeof value === "string" ? 1 : 2);

const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const compareValues = (a: unknown, b: unknown): number => {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const text = (value: unknown) => foldCase(typeof value === "string" ? value : json(value));
  return rank(a) - rank(b) || compareTexts(text(a), text(b));
};

const compare = (a: Body, b: Body, sorts: readonly SortPart[]): number => {
  for (const { field, direction } of sorts) {
    const [left, right] = [valueOf(a, field), valueOf(b, field)];
    const absent = Number(left === undefined) - Number(right === undefined);
    if (absent !== 0) return absent;
    if (left === undefined) continue;
    const order = compareValues(left, right);
    if (order !== 0) return direction === "asc" ? order : -order;
  }
  return compareTexts(a._id, b._id) * (sorts.at(-1)?.direction === "asc" ? 1 : -1);
};

/** The fields that words are searched for in, besides own keys. */
const SEARCHED: ReadonlySet<string> = new Set(namesWith(VISIT_FIELDS, { kind: "text" }));

/** Whether one of a record's texts contains a word; one or two letters count where a word begins. */
const hasWord = (record: Body, word: string): boolean =>
  Object.keys(record)
    .filter((field) => SEARCHED.has(field) || !Object.hasOwn(VISIT_FIELDS, field))
    .some((field) => {
      const text = `\u0001${foldForSearch(textOf(record, field) ?? "")}`;
      const isShort = /^[\p{L}\p{N}].?$/u.test(word);
      return (isShort ? [` ${word}`, `\u0001${word}`] : [word]).some((part) => text.includes(part));
    });

/** The records a query finds, in its order. */
export const answer = (records: readonly Body[], { filters, sorts, words = "" }: Query, zone: string): Body[] => {
  const order: readonly SortPart[] = sorts.length > 0 ? sorts : [{ field: "signed_in", direction: "desc" }];
  return records
    .filter((record) => filters.every((filter) => meets(record, filter, zone)))
    .filter((record) =>
      foldForSearch(words)
        .split(" ")
        .every((word) => hasWord(record, word)),
    )
    .toSorted((a, b) => compare(a, b, order));
};
