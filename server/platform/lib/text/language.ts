import { readdirSync } from "node:fs";
import { join } from "node:path";

import { findLanguage, orderLanguages } from "../../../../shared/languages.ts";

/** One folder for each language, with the same files in each. */
export const TEXTS_FOLDER = join(import.meta.dirname, "../../../../texts");

const folders = readdirSync(TEXTS_FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());

/** The available languages by code, in the order in which they are offered. */
export const LANGUAGES: readonly string[] = orderLanguages(folders.map(({ name }) => name));

/** The first of these languages that is available (`nl-BE` means `nl`), or else English. */
export const chooseLanguage = (...wanted: readonly (string | null | undefined)[]): string =>
  findLanguage(LANGUAGES, wanted) ?? "en";

/** The same for an `Accept-Language`, which lists the reader's own first. */
export const chooseAccepted = (header: string | undefined): string =>
  chooseLanguage(...(header ?? "").split(",").map((part) => part.split(";", 1)[0]?.trim()));
