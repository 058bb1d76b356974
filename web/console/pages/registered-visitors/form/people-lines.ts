import { foldForSearch } from "../../../../../shared/text/folding.ts";
import { matchColumns, type ImportField } from "../../../components/table/column-names.ts";
import { findAddresses, type Person, personOf, type ReadPerson } from "./person-names.ts";

const MARKS = ["\t", ";", "|", ","] as const;
type Mark = (typeof MARKS)[number];

const NUMBER = /^(?:(?:tel|phone|mobile|mob|gsm|t|m|p)\b)?[+\d\s()./:-]{5,}$/i;
/** The bullet or number of a list. */
const BULLET = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/;

/** A title before a name, which isn't part of it. Those that are also words or initials need their full stop. */
const TITLE =
  /^(?:(?:prof|dr|mr|mrs|ms|miss|mme|mlle|herr|frau|dhr|mevr|mw)\b\.?|(?:m|ing|ir|drs|hr|fr|dipl\.-ing)\.) ?(?=\p{L})/iu;
/** What is between separators, with the separators. */
const SEPARATOR = /([,;|\t"] ?)/;
const BRACKETS = / ?\([^()@]*\)/g;
const LETTER = /\p{L}/u;

const withoutTitles = (text: string): string => {
  const rest = text.replace(TITLE, "");
  return rest === text ? text : withoutTitles(rest);
};

/** A line without the titles of its names, and without remarks in brackets: those with letters, but no address. */
const bare = (line: string): string =>
  line
    .replaceAll(BRACKETS, (remark) => (LETTER.test(remark) ? "" : remark))
    .split(SEPARATOR)
    .map(withoutTitles)
    .join("");

const markOf = (line: string): Mark | undefined => MARKS.find((mark) => line.includes(mark));

/** A placeholder for a quoted separator. */
const END = "\u0000";

/** The texts between the separators, except those within quotation marks. */
const cellsOf = (line: string, mark: Mark): string[] =>
  line
    .split('"')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll(mark, END) : part))
    .join('"')
    .split(END)
    .map((cell) => cell.trim().replaceAll(/^"|"$/g, "").replaceAll('""', '"').trim());

/** A surname that begins like this contains a space. */
const PARTICLE = /^(?:de|den|der|van|von|vom|zu|zur|la|le|du|des|di|da|dos|del|della|el|al|ter|ten)\s/i;

type Texts = readonly string[];

/**
 * Name and company from the texts of a line. Two names in two columns are first and last in a spreadsheet, and the
 * other way round if a comma separates them.
 * @param before how many of them come before the address
 */
const namedBy = ([one = "", two = "", three = ""]: Texts, before: number, mark: Mark): ReadPerson => {
  const isPart = two !== "" && before !== 1 && !one.includes(",") && (!one.includes(" ") || PARTICLE.test(one));
  if (!isPart) return { name: one, company: two };
  const [first_name, last_name] = mark === "," || PARTICLE.test(one) ? [two, one] : [one, two];
  return { first_name, last_name, company: three };
};

const peopleOfCells = (cells: Texts, mark: Mark): Person[] => {
  const filled = cells.filter((cell) => cell !== "");
  const addresses = filled.filter((cell) => cell.includes("@"));
  if (addresses.length > 1 && addresses.length === filled.length) return addresses.map((email) => personOf({ email }));
  const [email = ""] = addresses;
  const phone = filled.find((cell) => NUMBER.test(cell)) ?? "";
  const isText = (cell: string): boolean => cell !== email && !NUMBER.test(cell);
  const before = email === "" ? filled.length : filled.slice(0, filled.indexOf(email)).filter(isText).length;
  return [
    personOf({ email, phone: phone.replace(/^[a-z.:\s]+/i, ""), ...namedBy(filled.filter(isText), before, mark) }),
  ];
};

const peopleOfLine = (line: string): Person[] => {
  const mark = markOf(line);
  const addressed = findAddresses(line, mark === undefined);
  if (addressed.length > 0) return addressed;
  return mark === undefined ? [personOf({ name: line })] : peopleOfCells(cellsOf(line, mark), mark);
};

/** The rows under a line of column names; undefined if the first line has none. */
const peopleUnderNames = (lines: Texts, targets: readonly ImportField[]): Person[] | undefined => {
  const [first = "", ...rest] = lines;
  const mark = markOf(first) ?? ",";
  const columns = matchColumns(cellsOf(first, mark), targets);
  const named = columns.filter((key) => key !== "");
  if (named.length === 0 || named.length < columns.length / 2) return undefined;
  return rest.map((line) => {
    const cells = cellsOf(line, mark);
    const cellOf = (key: string): string => cells[columns.indexOf(key)] ?? "";
    const { first_name, last_name } = { first_name: cellOf("first_name"), last_name: cellOf("last_name") };
    const name = columns.includes("first_name") ? { first_name, last_name } : { name: last_name };
    return personOf({ ...name, email: cellOf("email"), company: cellOf("company"), phone: cellOf("phone") });
  });
};

const identityOf = ({ email, first_name, last_name, company }: Person): string =>
  foldForSearch(email || [first_name, last_name, company].join(" "));

/** People from a pasted text, and those of them who may be its greeting or signature. */
export type PastedPeople = { people: Person[]; doubtful: Person[] };

/**
 * Without addresses among many who have one, lines are rather the words around a list: "Best regards". In a table whose
 * columns are named, each row is meant.
 */
const apart = (people: Person[]): PastedPeople => {
  const doubtful = people.filter(({ email }) => email === "");
  return doubtful.length < people.length / 2
    ? { people: people.filter(({ email }) => email !== ""), doubtful }
    : { people, doubtful: [] };
};

/**
 * The people in lines pasted from an email, a list or a spreadsheet: `Alexander Lynch <a@example.org>`, several of them
 * on a line, `Lynch, Alexander; a@example.org; Acme`, columns with or without their names. If a person appears twice,
 * the first one counts.
 * @param targets possible names of columns
 */
export const readPeople = (text: string, targets: readonly ImportField[]): PastedPeople => {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .map((line) => bare(line.replace(BULLET, "").replaceAll("\u00A0", " ")))
    .filter((line) => line.trim() !== "");
  const named = peopleUnderNames(lines, targets);
  const found = (named ?? lines.flatMap(peopleOfLine)).filter((person) => identityOf(person).trim() !== "");
  const people = [...new Map(found.toReversed().map((person) => [identityOf(person), person])).values()].toReversed();
  return named === undefined ? apart(people) : { people, doubtful: [] };
};
