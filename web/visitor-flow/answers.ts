import { longestOf } from "../../shared/lengths.ts";
import { isDay } from "../shared/is-day.ts";
import type { DoorField } from "./door.ts";

/** Answers by `field_name`. */
export type AnswersByName = Readonly<Record<string, unknown>>;

/** The problem of an answer; each is a text of the catalogue `visitor-flow`. */
export type Problem =
  | "required"
  | "email"
  | "phone"
  | "number"
  | "date"
  | "option"
  | "host"
  | "long"
  | "tick"
  | "photo"
  | "signature"
  | "changed"
  | "refused";

/** The wrong answers of a screen, by `field_name`. */
export type Problems = Readonly<Record<string, Problem>>;

/** The service's own rules (server/areas/door/answers.ts), which decide. */
const PHONE_DIGITS_MIN = 3;

const isPhone = (text: string): boolean =>
  /^\+?[\d\s()./-]{1,40}$/.test(text) && text.replaceAll(/\D/g, "").length >= PHONE_DIGITS_MIN;

const isNumber = (text: string): boolean => /^[+-]?\d{1,15}([.,]\d{1,9})?$/.test(text);

/** The service checks addresses exactly; obvious mistakes are reported immediately. */
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);

const KINDS: Partial<Record<DoorField["type"], [(text: string) => boolean, Problem]>> = {
  email: [isEmail, "email"],
  phone: [isPhone, "phone"],
  number: [isNumber, "number"],
  date: [isDay, "date"],
};

/** Whether there is no answer. A box that is not ticked does not count as one either. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);

/** The problem of an answer; undefined if it can be sent. */
export const problemOf = (field: DoorField, value: unknown): Problem | undefined => {
  if (isBlank(value)) {
    if (!field.required) return undefined;
    return field.type === "checkbox" && optionCountOf(field) === 0 ? "tick" : "required";
  }
  if (typeof value !== "string") return undefined;
  if (value.length > longestOf(field.field_name, field.type)) return "long";
  const [holds, problem] = KINDS[field.type] ?? [];
  return holds === undefined || holds(value.trim()) ? undefined : problem;
};

/** The number of a question's choices, in any language. */
export const optionCountOf = ({ options }: DoorField): number =>
  Math.max(0, ...Object.values(options).map((texts) => texts.length));

/** The index of an answer among the choices, whatever its language; -1 for none. */
export const optionIndexOf = ({ options }: DoorField, value: unknown): number => {
  if (typeof value !== "string") return -1;
  return Object.values(options)
    .map((texts) => texts.indexOf(value))
    .reduce((best, index) => Math.max(best, index), -1);
};
