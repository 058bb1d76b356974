import type { TFunction } from "i18next";

import { type Door, type DoorField, inLanguage } from "../../shared/visit/door.ts";

/** What words are chosen by. */
export type Wording = { t: TFunction; door: Door; language: string };

const BUILT_IN = new Set("first_name last_name company email phone address zip_code city recipient".split(" "));

/** What a question is called: as the location says it, else as we do. */
export const labelOf = ({ field_name, label }: DoorField, { t, door, language }: Wording): string =>
  inLanguage(label, language, door.location.default_language) ??
  (BUILT_IN.has(field_name) ? t(`visit:field.${field_name}`) : field_name);

/** The title of a page with one question. */
export const questionOf = (field: DoorField, wording: Wording): string =>
  BUILT_IN.has(field.field_name) ? wording.t(`visit:ask.${field.field_name}`) : labelOf(field, wording);
