import i18next from "i18next";

import { type VisitTypeTemplate, visitTypeFrom } from "../../../../shared/visit-type-templates.ts";
import type { LocalisedTexts } from "../../components/language/languages.ts";
import { languageOf } from "../../../shared/texts.ts";

/** English, and each language of the location that there are texts in. */
const withTexts = (languages: readonly string[]): string[] => [
  ...new Set(["en", ...languages.flatMap((language) => languageOf([language]) ?? [])]),
];

/**
 * A text of a catalogue in English and in each language of the location, as the service stores texts. Loads those
 * languages.
 * @returns finds the text by its key
 */
export const loadTextsIn = async (
  namespace: string,
  languages: readonly string[],
): Promise<(key: string) => LocalisedTexts> => {
  const codes = withTexts(languages);
  // A language loaded by another page may lack the texts of this one.
  await i18next.reloadResources(codes, [namespace]);
  return (key) => Object.fromEntries(codes.map((code) => [code, i18next.getFixedT(code, namespace)(key)]));
};

/** Makes the bodies that create visit types from templates. @param languages of the location */
export const loadTemplates = async (languages: readonly string[]) => {
  const text = await loadTextsIn("visit-types", languages);
  return (template: VisitTypeTemplate, index: number) => ({
    ...visitTypeFrom(template, (key) => text(`template.${key}`)),
    index,
  });
};
