/** Parts of a path that lead to a field and name nothing themselves. */
const PASSED = new Set(["settings", "translations"]);
const ID = /^[0-9a-f]{24}$/;

/** One step of the path to a value: a field of Foyer's, or what users named themselves, such as a question, or a language. */
export type PathStep = { field: string } | { name: string };

/**
 * `settings.welcome_seconds` or `fields.plate.label.en` as steps that can be written in words; ids of list elements say nothing.
 * @param isKnown whether the texts have a word for a field
 */
export const pathSteps = (path: string, isKnown: (field: string) => boolean): readonly PathStep[] =>
  path
    .split(".")
    .filter((part) => !PASSED.has(part) && !ID.test(part))
    .map((part) => (isKnown(part) ? { field: part } : { name: part }));
