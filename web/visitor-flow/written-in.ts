import { languageOf } from "../shared/texts.ts";

/**
 * The attributes of an element with the location's own text in the visitor's language: if our own texts are in another
 * one, screen readers pronounce it correctly, and Arabic runs from right to left.
 */
export const writtenIn = (language: string): { lang?: string; dir?: "auto" } =>
  languageOf([language]) === undefined ? { lang: language, dir: "auto" } : {};
