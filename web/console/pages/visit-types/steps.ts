import type { VisitTypeDraft, Question } from "./model.ts";
import { NAME_FIELDS } from "./model.ts";

/** The steps of a sign-in: a row of the list and a screen of the preview each. */
export type Step =
  | { kind: "name"; key: "name"; questions: readonly Question[] }
  | { kind: "question"; key: string; question: Question }
  | { kind: "agreement"; key: string; id: string }
  | { kind: "photo" | "signature"; key: "photo" | "signature"; required: boolean };

/** The row of a question in the list; the two parts of a name share one. */
export const rowOf = (key: string): string => (NAME_FIELDS.includes(key) ? "name" : key);

const isListed = ({ isBuiltIn, visible, key }: Question): boolean =>
  !NAME_FIELDS.includes(key) && (!isBuiltIn || visible);

/** The movable questions of the list; hidden built-in ones are offered behind "Add". */
export const listedQuestions = ({ questions }: VisitTypeDraft): Question[] => questions.filter(isListed);

/** The hidden built-in questions. */
export const unusedQuestions = ({ questions }: VisitTypeDraft): Question[] =>
  questions.filter(({ isBuiltIn, visible, key }) => isBuiltIn && !visible && !NAME_FIELDS.includes(key));

/** All steps of a sign-in, in order. */
export const stepsOf = (draft: VisitTypeDraft): Step[] => {
  const name = draft.questions.filter(({ key, visible }) => NAME_FIELDS.includes(key) && visible);
  const asked = listedQuestions(draft).filter(({ visible }) => visible);
  return [
    ...(name.length > 0 ? [{ kind: "name", key: "name", questions: name } as const] : []),
    ...asked.map((question) => ({ kind: "question", key: question.key, question }) as const),
    ...draft.agreements.map((id) => ({ kind: "agreement", key: `agreement.${id}`, id }) as const),
    ...(["photo", "signature"] as const)
      .filter((kind) => draft[kind] !== "off")
      .map((kind) => ({ kind, key: kind, required: draft[kind] === "required" }) as const),
  ];
};
