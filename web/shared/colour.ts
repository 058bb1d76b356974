import {
  BLACK,
  fillsOf,
  mixColours,
  parseColour,
  type Rgb,
  shiftUntilReadable,
  WHITE,
  writeColour,
} from "../../shared/colour.ts";

/** Cobalt: the accent if a location has no colour of its own. */
const HOUSE: Rgb = [0x25, 0x43, 0xc6];
/** The lightest background of text in dark mode: the raised surface. */
const NIGHT: Rgb = [0x23, 0x21, 0x1e];

/** Variables of the theme. */
export type AccentVariables = Record<`--${string}`, string>;

/**
 * The theme's variables derived from a location's colour: fills with their text colour, text, and tints. Empty for a
 * text that is not a colour: then the theme's own remain.
 */
export const accentsOf = (hex: string): AccentVariables => {
  const given = parseColour(hex);
  return given === undefined ? {} : accentsFrom(given);
};

/** The same for previews in the console (badge, poster), where cobalt replaces an invalid colour. */
export const accentVariables = (hex: string | undefined): AccentVariables =>
  accentsFrom(parseColour(hex ?? "") ?? HOUSE);

const accentsFrom = (given: Rgb): AccentVariables => {
  const { fill, on, text } = fillsOf(given);
  // A pressed light fill remains light enough for ink.
  const dark = writeColour(mixColours(fill, BLACK, on === WHITE ? 0.24 : 0.12));
  return {
    "--accent": writeColour(fill),
    "--on-accent": writeColour(on),
    "--accent-hover": dark,
    "--accent-text": writeColour(text),
    "--accent-soft": writeColour(mixColours(text, WHITE, 0.93)),
    "--accent-line": writeColour(mixColours(text, WHITE, 0.74)),
    "--door0": dark,
    "--door1": writeColour(mixColours(fill, WHITE, 0.1)),
  };
};

/** The same for dark mode: the fill is unchanged, text and rings are lightened to a contrast of 4.5. */
export const accentsOnDark = (hex: string): AccentVariables => {
  const given = parseColour(hex);
  if (given === undefined) return {};
  const { fill, text } = fillsOf(given);
  return {
    ...accentsFrom(given),
    "--accent-hover": writeColour(mixColours(fill, BLACK, 0.14)),
    "--accent-text": writeColour(shiftUntilReadable(mixColours(text, WHITE, 0.3), WHITE, NIGHT)),
    "--accent-soft": writeColour(mixColours(NIGHT, text, 0.22)),
    "--accent-line": writeColour(mixColours(NIGHT, text, 0.5)),
  };
};
