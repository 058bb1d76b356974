import { isEmailAddress } from "../../../../shared/email.ts";
import { LENGTHS } from "../../../../shared/lengths.ts";
import { badRequest } from "../../../platform/lib/errors.ts";
import { isObject } from "../../../platform/lib/record/objects.ts";
import { COLUMNS } from "../people-contract.ts";
import type { Attributes } from "../people-store.ts";
import { ENTERPRISE } from "../person.ts";
import type { ListedPerson } from "../save-list.ts";

type Column = (typeof COLUMNS)[number];
type Cells = Partial<Record<Column, unknown>>;

const ROWS_MAX = 100_000;
const TEXT_MAX = 500;
const YES = new Set(["", "true", "yes", "1", "on", "active"]);
const NO = new Set(["false", "no", "0", "off", "inactive"]);

const wrong = (n: number, sentence: string, key: Column): Error =>
  badRequest(`Row ${n + 1}: ${sentence}`, "wrong_format", `[${n}].${key}`);

/** The rows of a table by the names of its first line. Errors: `400` without a column that tells people apart. */
const namedRows = (rows: readonly string[][]): Cells[] => {
  const [first = [], ...rest] = rows;
  const names = first.map((name) => name.trim().toLowerCase());
  if (rows.length > 0 && !names.includes("external_id") && !names.includes("email"))
    throw badRequest(`The first line of the CSV must be the header ${COLUMNS.join(",")}.`, "unreadable_body");
  if (new Set(names).size < names.length)
    throw badRequest("The header of the CSV has a column more than once.", "unreadable_body");
  return rest.map((cells) => Object.fromEntries(cells.map((cell, n) => [names[n] ?? "", cell])));
};

const textIn = (cells: Cells, key: Column, n: number, lengthMax = TEXT_MAX): string => {
  const value = cells[key] ?? "";
  if (typeof value !== "string") throw wrong(n, `"${key}" must be a text.`, key);
  const text = value.trim();
  if (text.length > lengthMax) throw badRequest(`Row ${n + 1}: "${key}" is too long.`, "too_large", `[${n}].${key}`);
  return text;
};

const activeIn = ({ active = "" }: Cells, n: number): boolean => {
  const text = String(active).trim().toLowerCase();
  if (YES.has(text) || NO.has(text)) return YES.has(text);
  throw wrong(n, '"active" must be true or false.', "active");
};

const groupsIn = ({ groups = "" }: Cells, n: number): string[] => {
  const list: unknown[] = Array.isArray(groups) ? groups : String(groups).split(/[;|\n]/);
  const names = list.map((name) => {
    if (typeof name !== "string" || name.length > TEXT_MAX)
      throw wrong(n, '"groups" must be names of groups.', "groups");
    return name.trim();
  });
  return [...new Map(names.filter((name) => name !== "").map((name) => [name.toLowerCase(), name])).values()];
};

/** The given values that aren't empty. */
const filled = (values: Record<string, string>): Attributes =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ""));

const elements = (...given: [type: string, value: string][]): Attributes[] =>
  given.flatMap(([type, value]) => (value === "" ? [] : [{ type, value }]));

const dataOf = (cells: Cells, n: number, email: string): Attributes => {
  const text = (key: Column): string => textIn(cells, key, n);
  const phone = (key: Column): string => textIn(cells, key, n, LENGTHS.phone);
  const phones = elements(["work", phone("phone")], ["mobile", phone("mobile")]);
  const name = filled({ givenName: text("first_name"), familyName: text("last_name") });
  return {
    ...filled({ title: text("title"), preferredLanguage: text("language") }),
    ...(Object.keys(name).length > 0 ? { name } : {}),
    ...(email === "" ? {} : { emails: [{ type: "work", value: email, primary: true }] }),
    ...(phones.length > 0 ? { phoneNumbers: phones } : {}),
    ...(text("department") === "" ? {} : { [ENTERPRISE]: { department: text("department") } }),
  };
};

const readRow = (cells: Cells, n: number): ListedPerson => {
  const email = textIn(cells, "email", n, LENGTHS.email).toLowerCase();
  if (email !== "" && !isEmailAddress(email)) throw wrong(n, '"email" must be an email address.', "email");
  const external_id = textIn(cells, "external_id", n) || email;
  if (external_id === "")
    throw badRequest(`Row ${n + 1}: "external_id" or "email" is required.`, "missing_key", `[${n}].external_id`);
  return {
    external_id,
    email: email === "" ? null : email,
    active: activeIn(cells, n),
    data: JSON.stringify(dataOf(cells, n, email)),
    groups: groupsIn(cells, n),
  };
};

const isEmpty = (cells: unknown): boolean =>
  isObject(cells) &&
  Object.values(cells).every((value) => value === null || (typeof value === "string" && value.trim() === ""));

const cellsOf = (row: unknown, n: number): Cells => {
  if (!isObject(row)) throw badRequest(`Row ${n + 1} must be an object.`, "wrong_format", `[${n}]`);
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
};

/**
 * The people of a list. @param given rows of cells with the header first (`isTable`), or objects. Errors: `400` with the
 * number of the first bad row, and for two rows about one person.
 */
export const readList = (given: unknown, isTable: boolean): ListedPerson[] => {
  // Safe: a table has rows of texts.
  const rows: unknown[] = isTable ? namedRows(given as string[][]) : Array.isArray(given) ? given : [];
  if (rows.length > ROWS_MAX) throw badRequest(`Send at most ${ROWS_MAX} rows.`, "too_large", `[${ROWS_MAX}]`);
  const seen = new Map<string, number>();
  return rows.flatMap((row, n) => {
    if (isEmpty(row)) return [];
    const person = readRow(cellsOf(row, n), n);
    const key = person.external_id.toLowerCase();
    const other = seen.get(key);
    if (other !== undefined)
      throw badRequest(
        `Row ${n + 1}: has the same "external_id" as row ${other + 1}.`,
        "already_taken",
        `[${n}].external_id`,
      );
    seen.set(key, n);
    return [person];
  });
};
