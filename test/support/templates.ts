import { type VisitTypeTemplate, visitTypeFrom } from "../../shared/visit-type-templates.ts";
import { catalogueOf, LANGUAGES } from "./words/catalogue-texts.ts";

const textAt = (language: string, key: string): string =>
  String(
    key
      .split(".")
      .reduce<unknown>(
        (texts, part) => Reflect.get(Object(texts), part),
        catalogueOf(language, "visit-types")["template"],
      ),
  );

/** The body of a visit type made from a template, in every language of the product. */
export const templateBody = (template: VisitTypeTemplate) =>
  visitTypeFrom(template, (key) => Object.fromEntries(LANGUAGES.map((language) => [language, textAt(language, key)])));
