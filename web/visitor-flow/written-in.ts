import { languageOf } from "../shared/texts.ts";

/**
 * The attributes of an element whose text is the location's own, in the language the visitor has chosen: where our own words are in another
 * one, readers speak it right, and Arabic runs from the right.
 */
export const writtenIn = (language: string): { lang?: string; dir?: "auto" } =>
  languageOf([language]) === undefined ? { lang: language, dir: "auto" } : {};
