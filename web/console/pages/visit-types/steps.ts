import type { VisitTypeDraft, Question } from "./model.ts";
import { NAME_FIELDS } from "./model.ts";

/** What the door asks, one after the other: a row of the list and a screen of the preview. */
export type Step =
  | { kind: "name"; key: "name"; questions: readonly Question[] }
  | { kind: "question"; key: string; question: Question }
  | { kind: "agreement"; key: string; id: string }
  | { kind: "photo" | "signature"; key: "photo" | "signature"; required: boolean };

/** The row of a question in the list; the two parts of a name share one. */
export const rowOf = (key: string): string => (NAME_FIELDS.includes(key) ? "name" : key);

const isListed = ({ isBuiltIn, visible, key }: Question): boolean =>
  !NAME_FIELDS.includes(key) && (!isBuiltIn || visible);

/** The questions of the list that can be moved; built-in ones that are not asked wait behind "Add". */
export const listedQuestions = ({ questions }: VisitTypeDraft): Question[] => questions.filter(isListed);

/** The built-in questions that are not asked. */
export const unusedQuestions = ({ questions }: VisitTypeDraft): Question[] =>
  questions.filter(({ isBuiltIn, visible, key }) => isBuiltIn && !visible && !NAME_FIELDS.includes(key));

/** Everything that is asked at the door, in its order. */
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
