import type { LocalisedTexts } from "../../components/language/languages.ts";
import type { VisitType } from "./queries.ts";

type Field = VisitType["fields"][number];
export type QuestionKind = Field["type"];

/** One choice of a question in every language. */
export type Choice = { key: string; texts: LocalisedTexts };

/** A question as it is edited. */
export type Question = {
  /** Its `field_name`; for a new one, a temporary name. */
  key: string;
  isNew: boolean;
  isBuiltIn: boolean;
  kind: QuestionKind;
  label: LocalisedTexts;
  required: boolean;
  visible: boolean;
  choices: readonly Choice[];
};

/** A visit type as it is edited: its texts by language, its questions with the choices side by side. */
export type VisitTypeDraft = Pick<
  VisitType,
  | "active"
  | "screening"
  | "screening_by"
  | "watchlist"
  | "registered_visitors"
  | "agreements"
  | "photo"
  | "signature"
  | "badge"
  | "host_notifications"
  | "translations"
> & {
  screening_mail: string;
  /** As it is typed; blank: never. */
  ends_after_minutes: string;
  questions: readonly Question[];
};

/** Both share one row, which can't be moved. */
export const NAME_FIELDS: readonly string[] = ["first_name", "last_name"];

const BUILT_IN: ReadonlySet<string> = new Set([
  ...NAME_FIELDS,
  "company",
  "email",
  "phone",
  "address",
  "zip_code",
  "city",
  "recipient",
]);

/** The kinds that have choices; a box without any is a single checkbox. */
export const CHOICE_KINDS: ReadonlySet<QuestionKind> = new Set<QuestionKind>(["dropdown", "radio", "checkbox"]);

const choicesOf = (options: Readonly<Record<string, readonly string[]>>): Choice[] => {
  const length = Math.max(0, ...Object.values(options).map((texts) => texts.length));
  return Array.from({ length }, (_, index) => ({
    key: `choice${index}`,
    texts: Object.fromEntries(Object.entries(options).map(([language, texts]) => [language, texts[index] ?? ""])),
  }));
};

const questionOf = (field: Field): Question => ({
  key: field.field_name,
  isNew: false,
  isBuiltIn: BUILT_IN.has(field.field_name),
  kind: field.type,
  label: field.translations.label,
  required: field.required,
  visible: field.visible,
  choices: choicesOf(field.translations.options),
});

/** The edited parts of a visit type. The name always comes first. */
export const draftOf = (type: VisitType): VisitTypeDraft => {
  const questions = type.fields.map(questionOf);
  const isName = ({ key }: Question): boolean => NAME_FIELDS.includes(key);
  return {
    active: type.active,
    screening: type.screening,
    screening_by: type.screening_by,
    watchlist: type.watchlist,
    registered_visitors: type.registered_visitors,
    agreements: type.agreements,
    photo: type.photo,
    signature: type.signature,
    badge: type.badge,
    host_notifications: type.host_notifications,
    translations: type.translations,
    screening_mail: type.screening_mail ?? "",
    ends_after_minutes: type.ends_after_minutes?.toString() ?? "",
    questions: [...questions.filter(isName), ...questions.filter((question) => !isName(question))],
  };
};

/** The choices of a language are sent as a whole: if some are written, the others get their fallback. */
const optionsOf = (choices: readonly Choice[], languages: readonly string[]): Record<string, string[] | null> => {
  const kept = choices.filter(({ texts }) => Object.values(texts).some((text) => text.trim() !== ""));
  const standIn = ({ texts }: Choice): string =>
    languages.map((language) => texts[language] ?? "").find((text) => text !== "") ??
    Object.values(texts).find((text) => text !== "") ??
    "";
  return Object.fromEntries(
    [...new Set([...languages, ...kept.flatMap(({ texts }) => Object.keys(texts))])].map((language, index) => {
      const isWritten = kept.some(({ texts }) => (texts[language] ?? "") !== "") || (index === 0 && kept.length > 0);
      return [language, isWritten ? kept.map((choice) => choice.texts[language] || standIn(choice)) : null];
    }),
  );
};

const fieldOf = (question: Question, languages: readonly string[]) => ({
  ...(question.isNew ? {} : { field_name: question.key }),
  type: question.kind,
  required: question.required,
  visible: question.visible,
  translations: {
    label: question.label,
    ...(question.isBuiltIn ? {} : { options: optionsOf(question.choices, languages) }),
  },
});

/**
 * The body of the `PUT` that saves the changes. The whole list of questions is sent, in order.
 * @param languages of the location, the default language first
 */
export const bodyOf = (
  { questions, screening_mail, ends_after_minutes, ...rest }: Partial<VisitTypeDraft>,
  languages: readonly string[],
) => ({
  ...rest,
  ...(screening_mail === undefined
    ? {}
    : { screening_mail: screening_mail.trim() === "" ? null : screening_mail.trim() }),
  ...(ends_after_minutes === undefined
    ? {}
    : { ends_after_minutes: ends_after_minutes.trim() === "" ? null : Number(ends_after_minutes) }),
  ...(questions === undefined ? {} : { fields: questions.map((question) => fieldOf(question, languages)) }),
});
