import type { LocalisedTexts } from "../../components/language/languages.ts";
import { CHOICE_KINDS, type VisitTypeDraft, type Question } from "./model.ts";

/** The missing texts of a language, and the field of the first one. */
export type MissingTranslations = {
  language: string;
  questions: number;
  choices: number;
  texts: number;
  first: string;
  row: string;
};

type MissingText = { kind: "questions" | "choices" | "texts"; name: string; row: string };

const isMissing = (texts: LocalisedTexts, language: string): boolean =>
  (texts[language] ?? "").trim() === "" && Object.values(texts).some((text) => text.trim() !== "");

const ofQuestion = (question: Question, language: string): MissingText[] => {
  const { key, label, choices, kind } = question;
  const own = isMissing(label, language) ? [{ kind: "questions", name: `field.${key}`, row: key } as const] : [];
  const inner = CHOICE_KINDS.has(kind)
    ? choices
        .filter(({ texts }) => isMissing(texts, language))
        .map((choice) => ({ kind: "choices", name: `choice.${key}.${choice.key}`, row: key }) as const)
    : [];
  return [...own, ...inner];
};

const MESSAGES = ["name", "welcome_message", "signout_message"] as const;

const ofTexts = ({ translations }: VisitTypeDraft, language: string): MissingText[] =>
  MESSAGES.filter((key) => isMissing(translations[key], language)).map((key) => ({
    kind: "texts",
    name: key,
    row: "",
  }));

/** What visitors see in another language than their own, by language; complete ones are left out. */
export const missingTranslations = (draft: VisitTypeDraft, languages: readonly string[]): MissingTranslations[] =>
  languages.flatMap((language) => {
    const asked = draft.questions.filter(({ visible }) => visible);
    const missing = [...asked.flatMap((question) => ofQuestion(question, language)), ...ofTexts(draft, language)];
    const [first] = missing;
    if (first === undefined) return [];
    const count = (kind: MissingText["kind"]): number => missing.filter((one) => one.kind === kind).length;
    return [
      {
        language,
        questions: count("questions"),
        choices: count("choices"),
        texts: count("texts"),
        first: `${first.name}.${language}`,
        row: first.row,
      },
    ];
  });
