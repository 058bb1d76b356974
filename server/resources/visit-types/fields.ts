import { isDeepStrictEqual } from "node:util";

import en from "../../../texts/en/visitor-flow.json" with { type: "json" };
import { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import { VISIT_FIELDS } from "../../../shared/visit-fields.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { readCatalogue } from "../../platform/lib/text/catalogue.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { LANGUAGES } from "../../platform/lib/text/language.ts";
import { type LanguagePreference, mergeTexts, pickText, type Texts } from "../../platform/lib/text/texts.ts";
import type { Field, VisitTypeInput } from "./contract.ts";

type Input = NonNullable<Static<typeof VisitTypeInput>["fields"]>[number];
type Wire = Static<typeof Field>;

/** A question as stored. Built-in fields have no ID: they are the same for every location. */
export type StoredField = {
  _id?: string;
  field_name: string;
  label: Texts;
  type: Wire["type"];
  required: boolean;
  visible: boolean;
  options: Record<string, string[]>;
  index: number;
};

const visitorTexts = readCatalogue("visitor-flow", en);

type BuiltIn = Pick<StoredField, "type" | "required" | "visible"> & { field_name: keyof (typeof en)["field"] };

/** The documented fields in the list of questions (rules 4), and how a new visit type asks them. */
const BUILT_INS: readonly BuiltIn[] = [
  {
    field_name: "first_name",
    type: "text",
    required: true,
    visible: true,
  },
  {
    field_name: "last_name",
    type: "text",
    required: true,
    visible: true,
  },
  {
    field_name: "company",
    type: "text",
    required: false,
    visible: true,
  },
  {
    field_name: "email",
    type: "email",
    required: false,
    visible: false,
  },
  {
    field_name: "phone",
    type: "phone",
    required: false,
    visible: false,
  },
  {
    field_name: "address",
    type: "text",
    required: false,
    visible: false,
  },
  {
    field_name: "zip_code",
    type: "text",
    required: false,
    visible: false,
  },
  {
    field_name: "city",
    type: "text",
    required: false,
    visible: false,
  },
  {
    field_name: "recipient",
    type: "text",
    required: true,
    visible: true,
  },
];

const BUILT_IN_NAMES: ReadonlySet<string> = new Set(BUILT_INS.map(({ field_name }) => field_name));

/** Whether a question is one of the documented fields. */
export const isBuiltIn = ({ field_name }: { field_name: string }): boolean => BUILT_IN_NAMES.has(field_name);

/** Documented keys and control keys of visits and registered visitors: no custom field may have such a name. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.keys(VISIT_FIELDS),
  ...Object.keys(REGISTERED_FIELDS),
  "notify_host",
]);

const NAME_LENGTH_MAX = 100;

/**
 * A new custom field's name: its English label in lower case, letters and digits only; a number if that is empty or
 * taken.
 */
const nameFor = (label: string, taken: ReadonlySet<string>): string => {
  const letters = label.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  // Cut between characters: half a character couldn't be stored.
  const base = letters.slice(0, NAME_LENGTH_MAX).replace(/[\uD800-\uDBFF]$/, "");
  let name = base;
  for (let n = 2; name === "" || RESERVED.has(name) || taken.has(name); n += 1) name = `${base}${n}`;
  return name;
};

/** Options after a write; a language without options shows those of another one. */
const mergeOptions = (stored: StoredField["options"], input: Input): StoredField["options"] => {
  const merged = mergeTexts(stored, input.options, input.translations?.options);
  return Object.fromEntries(Object.entries(merged).filter(([, options]) => options.length > 0));
};

const updated = (stored: StoredField, input: Input, index: number): StoredField => ({
  ...stored,
  label: mergeTexts(stored.label, input.label, input.translations?.label),
  // The type of a built-in field is part of the interface.
  type: isBuiltIn(stored) ? stored.type : (input.type ?? stored.type),
  required: input.required ?? stored.required,
  visible: input.visible ?? stored.visible,
  options: mergeOptions(stored.options, input),
  index: input.index ?? index,
});

const OPTIONS_MIN = 2;

const isOneOf = ({ type }: StoredField): boolean => type === "dropdown" || type === "radio";

const distinctOptions = (options: readonly string[]): number =>
  new Set(options.map((option) => option.trim()).filter((option) => option !== "")).size;

const hasOptions = ({ options }: StoredField): boolean => {
  const lists = Object.values(options);
  return lists.length > 0 && lists.every((list) => distinctOptions(list) >= OPTIONS_MIN);
};

/**
 * A single-choice question needs two different options, in every language that has any: with fewer, the visitor would
 * see an empty page (rules 4). A question stored before this rule can be written back unchanged.
 * @param at its path in the body. Errors: `400`
 */
const checkOptions = (field: StoredField, stored: StoredField, at: number): StoredField => {
  const { type, options } = stored;
  const isAsBefore = field.type === type && isDeepStrictEqual(field.options, options);
  if (isOneOf(field) && !hasOptions(field) && !isAsBefore)
    throw badRequest(
      `"fields[${at}].options" must hold at least ${OPTIONS_MIN} different options for a ${field.type}.`,
      "too_few",
      `fields[${at}].options`,
    );
  return field;
};

const fresh = (field_name: string, location: string, index: number): StoredField => ({
  _id: newId(location),
  field_name,
  label: {},
  type: "text",
  required: false,
  visible: true,
  options: {},
  index,
});

const englishLabel = (input: Input): string =>
  pickText(mergeTexts({}, input.label, input.translations?.label), { preferred: "en", fallback: "en" }) ?? "";

const labelOf = ({ field_name }: BuiltIn): Texts =>
  Object.fromEntries(LANGUAGES.map((language) => [language, visitorTexts(language).field[field_name]]));

/** The questions of a new visit type. */
export const builtInFields = (): StoredField[] =>
  BUILT_INS.map((field, index) => ({ ...field, label: labelOf(field), options: {}, index }));

/** The name of the stored question that a sent one changes: by its name or its ID. */
const knownName = (known: ReadonlyMap<string, StoredField>, input: Input): string | undefined => {
  if (input.field_name !== undefined && known.has(input.field_name)) return input.field_name;
  // The service assigns IDs; one in a body is only used to find its question.
  const id: unknown = Reflect.get(input, "_id");
  return [...known.values()].find(({ _id }) => _id !== undefined && typeof id === "string" && _id === id.toLowerCase())
    ?.field_name;
};

/**
 * The questions after a write. A sent question that matches a stored one changes it, others are new, and custom ones
 * that are not sent are removed; built-in ones always remain. Errors: `400` for a dropdown or radio without two
 * options.
 */
export const mergeFields = (
  stored: readonly StoredField[],
  sent: readonly Input[],
  location: string,
): StoredField[] => {
  const questionsByName = new Map([...builtInFields(), ...stored].map((field) => [field.field_name, field]));
  const names = sent.map((field) => knownName(questionsByName, field));
  const takenNames = new Set(names.filter((name) => name !== undefined));
  // A complete list sets the order; with a partial one, stored questions keep their positions, and new ones come last.
  const whole = BUILT_INS.every(({ field_name }) => names.includes(field_name));
  const next = Math.max(...[...questionsByName.values()].map(({ index }) => index)) + 1;
  const seenNames = new Set<string>();
  const merged = sent.map((field, position) => {
    const name = names[position];
    const old = name !== undefined && !seenNames.has(name) ? questionsByName.get(name) : undefined;
    const base = old ?? fresh(nameFor(englishLabel(field), takenNames), location, next + position);
    // A known label without its name is the same question: its answers and its ID remain.
    const again = old ?? questionsByName.get(base.field_name) ?? base;
    takenNames.add(again.field_name);
    seenNames.add(again.field_name);
    return checkOptions(updated(again, field, whole ? position : again.index), again, position);
  });
  const untouched = [...questionsByName.values()].filter(
    (field) => isBuiltIn(field) && !seenNames.has(field.field_name),
  );
  return [...merged, ...untouched].toSorted((a, b) => a.index - b.index);
};

/** A question as the API returns it. */
export const wireField = (field: StoredField, languages: LanguagePreference): Wire => {
  const { label, options, ...rest } = field;
  return {
    ...rest,
    label: pickText(label, languages) ?? "",
    options: pickText(options, languages) ?? [],
    translations: { label, options },
  };
};
