import type { Texts } from "../components/languages.ts";
import { CHOICE_KINDS, type Draft, type Question } from "./model.ts";

/** What a language lacks, and the field that the first of it is written in. */
export type Lacking = {
  language: string;
  questions: number;
  choices: number;
  texts: number;
  first: string;
  row: string;
};

type Missing = { kind: "questions" | "choices" | "texts"; name: string; row: string };

const lacks = (texts: Texts, language: string): boolean =>
  (texts[language] ?? "").trim() === "" && Object.values(texts).some((text) => text.trim() !== "");

const ofQuestion = (question: Question, language: string): Missing[] => {
  const { key, label, choices, kind } = question;
  const own = lacks(label, language) ? [{ kind: "questions", name: `field.${key}`, row: key } as const] : [];
  const inner = CHOICE_KINDS.has(kind)
    ? choices
        .filter(({ texts }) => lacks(texts, language))
        .map((choice) => ({ kind: "choices", name: `choice.${key}.${choice.key}`, row: key }) as const)
    : [];
  return [...own, ...inner];
};

const MESSAGES = ["name", "welcome_message", "signout_message"] as const;

const ofTexts = ({ translations }: Draft, language: string): Missing[] =>
  MESSAGES.filter((key) => lacks(translations[key], language)).map((key) => ({ kind: "texts", name: key, row: "" }));

/** What visitors are shown in another language than their own, by language; complete ones are left out. */
export const lackingOf = (draft: Draft, languages: readonly string[]): Lacking[] =>
  languages.flatMap((language) => {
    const asked = draft.questions.filter(({ visible }) => visible);
    const missing = [...asked.flatMap((question) => ofQuestion(question, language)), ...ofTexts(draft, language)];
    const [first] = missing;
    if (first === undefined) return [];
    const count = (kind: Missing["kind"]): number => missing.filter((one) => one.kind === kind).length;
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
