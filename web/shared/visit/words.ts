import type { TFunction } from "i18next";

import { type Door, type DoorField, type DoorType, inLanguage } from "./door.ts";
import type { Step } from "./steps.ts";

/** What words are chosen by. */
export type Wording = { t: TFunction; door: Door; language: string };

const BUILT_IN = new Set("first_name last_name company email phone address zip_code city recipient".split(" "));

/** What a question is called: as the location says it, else as we do. */
export const labelOf = ({ field_name, label }: DoorField, { t, door, language }: Wording): string =>
  inLanguage(label, language, door.location.default_language) ??
  (BUILT_IN.has(field_name) ? t(`visit:field.${field_name}`) : field_name);

/** A visit type by name. */
export const typeNameOf = ({ name }: DoorType, { door, language }: Wording): string =>
  inLanguage(name, language, door.location.default_language) ?? "";

/** The title of a screen with one question. */
const questionOf = (field: DoorField, wording: Wording): string =>
  BUILT_IN.has(field.field_name) ? wording.t(`visit:ask.${field.field_name}`) : labelOf(field, wording);

/** The title of a screen of questions. */
export const titleOf = (step: Extract<Step, { kind: "questions" }>, wording: Wording): string => {
  const [field] = step.fields;
  if (step.thought !== "one" || field === undefined) return wording.t(`visit:title.${step.thought}`);
  return questionOf(field, wording);
};
