import type { DoorField } from "../../visitor-flow/door.ts";
import type { Step, QuestionTopic } from "../../visitor-flow/steps.ts";
import { isCompact } from "../components/choices.tsx";

type QuestionsStep = Extract<Step, { kind: "questions" }>;

const CONTACT: ReadonlySet<string> = new Set(["email", "phone"]);
const ADDRESS: ReadonlySet<string> = new Set(["address", "zip_code", "city"]);

/** The room that a question takes on a page, in lines of text. */
const sizeOf = (field: DoorField): number => {
  if (field.type === "textarea") return 2;
  const options = Object.values(field.options)[0]?.length ?? 0;
  return options > 0 && !isCompact(field) ? options : 1;
};

const sizeOfAll = (fields: readonly DoorField[]): number => fields.reduce((sum, field) => sum + sizeOf(field), 0);

const topicOf = (fields: readonly DoorField[]): QuestionTopic => {
  const names = fields.map(({ field_name }) => field_name);
  if (names.includes("first_name")) return names.includes("company") ? "work" : "who";
  if (names.length === 1) return "one";
  if (names.includes("company")) return "details";
  if (names.every((name) => CONTACT.has(name))) return "contact";
  return names.every((name) => ADDRESS.has(name)) ? "address" : "few";
};

const mergeSteps = (a: QuestionsStep, b: QuestionsStep): QuestionsStep => {
  const fields = [...a.fields, ...b.fields];
  return { ...a, fields, topic: topicOf(fields) };
};

const isAddress = ({ fields }: QuestionsStep): boolean => fields.some(({ field_name }) => ADDRESS.has(field_name));

const fitsOnePage = (a: QuestionsStep, b: QuestionsStep, linesPerPage: number): boolean =>
  isAddress(a) === isAddress(b) && sizeOfAll([...a.fields, ...b.fields]) <= linesPerPage;

/**
 * On a phone a choice takes little room: questions that a kiosk asks one by one are combined.
 * @param linesPerPage how many lines fit on a page
 */
export const arrangeFor =
  (linesPerPage: number) =>
  (steps: readonly Step[]): readonly Step[] =>
    steps.reduce<Step[]>((arranged, step) => {
      const last = arranged.at(-1);
      if (step.kind === "questions" && last?.kind === "questions" && fitsOnePage(last, step, linesPerPage))
        return [...arranged.slice(0, -1), mergeSteps(last, step)];
      return [...arranged, step];
    }, []);
