/** Files that prove a fact of the whole, which rarely changes: what `npm run test:whole` runs, and `npm test` doesn't. */
const WHOLE = [
  // Processes, installations, faults and the command lines that measure.
  /^test\/(?:bench|bin|client|deploy|faults|service|upgrade)\//,
  /^test\/server\/platform\/db\/embedded\//,
  /^test\/installing\.test\.ts$/,
  // Programs of others that judge ours.
  /^test\/server\/areas\/sessions\/factors\/judges\.test\.ts$/,
  // Rules and entries of calendars, as Python and libical read them.
  /^test\/server\/resources\/series\/(?:dateutil|judges)\.test\.ts$/,
  // Programs that others make of ours, and a copy of the repository that is changed.
  /^test\/contract\/generators\.test\.ts$/,
  /^test\/docs\/worked-examples\.test\.ts$/,
  /^test\/security\/expressions\.test\.ts$/,
  // Every page in every size, language and failure; the tests of a page look at it in one of each.
  /^test\/web\/(?:axe|bundle|failures|first-paint|fit|layout-shift|lighthouse|new-language)\.test\.ts$/,
];

/** Which files run when none is named: those of every day, those of the whole, or both. */
export type Lane = "daily" | "whole" | "all";

export const isInLane = (file: string, lane: Lane): boolean =>
  lane === "all" || WHOLE.some((pattern) => pattern.test(file)) === (lane === "whole");
