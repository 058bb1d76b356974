import { asksName } from "../../../shared/asks-name.ts";
import { optionCountOf } from "../../visitor-flow/answers.ts";
import type { DoorField } from "../../visitor-flow/door.ts";
import { CHOICES_SHOWN_MAX, FIELDS_MAX, type Step, topicOf, topicOfGroup } from "../../visitor-flow/steps.ts";
import { haveRoom, type ScreenSize } from "./question-heights.ts";

type QuestionsStep = Extract<Step, { kind: "questions" }>;

/** One line of text, a few buttons, or yes. */
const isSimple = (field: DoorField): boolean =>
  field.type !== "textarea" && field.type !== "date" && optionCountOf(field) <= CHOICES_SHOWN_MAX;

/** A company without a name, such as the carrier of a delivery, is one of the visit type's details. */
const isOneTopic = (fields: readonly DoorField[]): boolean =>
  new Set(fields.map((field) => (topicOf(field) === "who" && !asksName(fields) ? "few" : topicOf(field)))).size === 1;

/** Whether these questions can be asked on one screen. */
const fits = (fields: readonly DoorField[], screen: ScreenSize): boolean =>
  fields.length <= FIELDS_MAX && fields.every(isSimple) && isOneTopic(fields) && haveRoom(fields, screen);

const joined = (a: QuestionsStep, b: QuestionsStep): QuestionsStep => {
  const fields = [...a.fields, ...b.fields];
  return { ...a, fields, topic: topicOfGroup(fields) };
};

/**
 * Successive questions of one topic, on one screen if it has room for them. A single choice alone on its screen
 * continues immediately; beside others it waits for the button.
 */
export const joinQuestions = (steps: readonly Step[], screen: ScreenSize): readonly Step[] =>
  steps.reduce<Step[]>((screens, step) => {
    const last = screens.at(-1);
    return step.kind === "questions" && last?.kind === "questions" && fits([...last.fields, ...step.fields], screen)
      ? [...screens.slice(0, -1), joined(last, step)]
      : [...screens, step];
  }, []);
