import type { Static } from "../../platform/http/contract/schemas.ts";
import { isEmailAddress } from "../../../shared/email.ts";
import { LENGTHS, longestOf } from "../../../shared/lengths.ts";
import { badRequest, type HttpError } from "../../platform/lib/errors.ts";
import { isDate } from "../../platform/lib/time/time.ts";
import type { DoorField } from "./contract.ts";

type Field = Static<typeof DoorField>;
export type AnswersByName = Record<string, unknown>;

const DIGITS_MIN = 3;

/** The `400` for a wrong answer: the message says which and, for the page, `field` names it. */
export const wrongAnswer = (field: string, sentence: string): HttpError => {
  const message = `"${field}" ${sentence} See docs/visitor-pages.md.`;
  return badRequest(message, "wrong_answer", field);
};

/** Whether there is no answer: forms send blank texts, and a box that is not ticked does not count either. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= LENGTHS.answer;

const isNumber = (value: unknown): boolean =>
  typeof value === "number" || (isText(value) && /^\s*[+-]?\d{1,15}([.,]\d{1,9})?\s*$/.test(value));

const isPhone = (value: unknown): boolean =>
  isText(value) && /^\+?[\d\s()./-]{1,40}$/.test(value.trim()) && value.replaceAll(/\D/g, "").length >= DIGITS_MIN;

/** An option in any language is accepted: the answer is stored in the visitor's own. */
const optionsOf = ({ options }: Field): ReadonlySet<string> => new Set(Object.values(options).flat());

const isChosen = (field: Field, value: unknown): boolean => {
  const options = optionsOf(field);
  return options.size === 0 ? isText(value) : isText(value) && options.has(value);
};

const isTicked = (field: Field, value: unknown): boolean =>
  typeof value === "boolean" ||
  (Array.isArray(value) && value.length <= optionsOf(field).size && value.every((one) => isChosen(field, one)));

type AnswerRule = { holds: (field: Field, value: unknown) => boolean; expected: string };

const KINDS: Record<Field["type"], AnswerRule> = {
  text: { holds: (_, value) => isText(value), expected: "a text" },
  textarea: { holds: (_, value) => isText(value), expected: "a text" },
  number: { holds: (_, value) => isNumber(value), expected: "a number such as 12 or 12.5" },
  date: {
    holds: (_, value) => isText(value) && isDate(value),
    expected: "a date that exists, such as 2026-11-21",
  },
  checkbox: { holds: isTicked, expected: "true or false, or an array of its options" },
  dropdown: { holds: isChosen, expected: "one of its options" },
  radio: { holds: isChosen, expected: "one of its options" },
  phone: { holds: (_, value) => isPhone(value), expected: "a telephone number such as +32 2 555 01 00" },
  email: {
    holds: (_, value) => isText(value) && isEmailAddress(value),
    expected: "an email address such as jo@example.org",
  },
};

/** The documented fields are texts, whatever the location calls them. */
const DOCUMENTED = "first_name last_name company phone address zip_code city recipient email".split(" ");
const TEXTS: ReadonlySet<string> = new Set(DOCUMENTED);

/** The answers that are kept if their visit type no longer exists. */
export const documentedFields: readonly Field[] = DOCUMENTED.map((field_name) => ({
  field_name,
  label: {},
  type: field_name === "email" ? "email" : "text",
  required: false,
  options: {},
}));

/** An answer as stored: trimmed where surrounding blanks mean nothing. */
const stored = ({ type }: Field, value: unknown): unknown =>
  typeof value === "string" && type !== "textarea" ? value.trim() : value;

/** Errors: `400` with the code `too_large`. */
const checkLength = ({ field_name, type }: Field, value: unknown): void => {
  const most = longestOf(field_name, type);
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  if (texts.some((text) => typeof text === "string" && text.length > most))
    throw badRequest(
      `"${field_name}" can have at most ${most} characters. See docs/visitor-pages.md.`,
      "too_large",
      field_name,
    );
};

const checkOne = (field: Field, value: unknown): unknown => {
  const { holds, expected } = KINDS[field.type];
  const trimmed = stored(field, value);
  checkLength(field, trimmed);
  if (!holds(field, trimmed) || (TEXTS.has(field.field_name) && typeof trimmed !== "string"))
    throw wrongAnswer(field.field_name, `must be ${expected}.`);
  return trimmed;
};

/** The answer to a question that has changed since: kept as text if the question takes text, otherwise dropped. */
const keptOf = (field: Field, value: unknown): [string, unknown][] => {
  const { holds } = KINDS[field.type];
  const fits = holds(field, value) || (isText(value) && field.field_name !== "email");
  return fits && (typeof value === "string" || !TEXTS.has(field.field_name)) ? [[field.field_name, value]] : [];
};

const isUnticked = ({ type, required }: Field, value: unknown): boolean =>
  type === "checkbox" && !required && value === false;

/**
 * The answers to the questions of a visit type; types and required answers are enforced (rules 4).
 * @param strict false for answers given offline to the questions of that time: the visitor can't be asked again
 * @param has fields that have an answer already
 * @returns the answers, without blanks. Errors: `400` with `field`
 */
export const checkAnswers = (
  fields: readonly Field[],
  answers: AnswersByName,
  strict: boolean,
  has: ReadonlySet<string> = new Set(),
): AnswersByName => {
  const fieldNames = new Set(fields.map(({ field_name }) => field_name));
  const unknown = Object.keys(answers).find((name) => !fieldNames.has(name));
  if (unknown !== undefined && strict) throw wrongAnswer(unknown.slice(0, 100), "isn't a question of this visit type.");
  const given: [string, unknown][] = [];
  for (const field of fields) {
    const value = Object.hasOwn(answers, field.field_name) ? answers[field.field_name] : undefined;
    if (isUnticked(field, value)) given.push([field.field_name, false]);
    else if (!isBlank(value))
      given.push(
        ...(strict ? [[field.field_name, checkOne(field, value)] as [string, unknown]] : keptOf(field, value)),
      );
    else if (field.required && strict && !has.has(field.field_name))
      throw wrongAnswer(field.field_name, "is required.");
  }
  return Object.fromEntries(given);
};
