import { type BenchRequest, reading } from "./jobs.ts";
import type { BenchSetup } from "./setup.ts";

/** A request of a page of the log of the large location, 50 rows and their exact total; `pairs` are further ones of the query. */
export const logPage = ({ largest }: BenchSetup, pairs: Record<string, string> = {}): BenchRequest =>
  reading(`/visitors/bycompany/${largest._id}?${new URLSearchParams({ count: "50", page: "1", ...pairs }).toString()}`);

/** Pages filtered by these texts, each one once. */
const filtered = (prepared: BenchSetup, filters: readonly Record<string, string>[]): BenchRequest[] => {
  const pages = filters.map((filter) =>
    logPage(prepared, Object.fromEntries(Object.entries(filter).map(([field, text]) => [`filter[${field}]`, text]))),
  );
  return [...new Map(pages.map((page) => [page.path, page])).values()];
};

/** Pages filtered by the values that visits have in these fields: of the first visit in the first field, and so on in turn. */
export const byValues = (prepared: BenchSetup, fields: readonly string[]): BenchRequest[] =>
  filtered(
    prepared,
    prepared.samples.flatMap((sample, n) => {
      const field = fields[n % fields.length] ?? "";
      const value = sample[field];
      return value ? [{ [field]: value }] : [];
    }),
  );

/** Pages filtered by a part of a last name that about one visit in a hundred has. */
export const byParts = (prepared: BenchSetup): BenchRequest[] =>
  filtered(
    prepared,
    prepared.parts.map((part) => ({ last_name: part })),
  );

const LETTER_FIELDS = ["last_name", "first_name", "company"];
/** The most frequent ones. */
const LETTERS = "eanirostldmu".split("");

/** Pages filtered by one letter. */
export const byLetters = (prepared: BenchSetup): BenchRequest[] =>
  filtered(
    prepared,
    LETTERS.flatMap((letter) => LETTER_FIELDS.map((field) => ({ [field]: letter }))),
  );

/** Pages filtered by a part of a last name that about one visit in a hundred has, and by a letter of the company. */
export const byPairs = (prepared: BenchSetup): BenchRequest[] =>
  filtered(
    prepared,
    // The other end first, so that no part is asked for twice.
    prepared.parts.toReversed().map((part, n) => ({ last_name: part, company: LETTERS[n % LETTERS.length] ?? "" })),
  );
