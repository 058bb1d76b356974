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

/** Cobalt: the accent where a location has no colour of its own. */
const HOUSE: Rgb = [0x25, 0x43, 0xc6];
/** The background of text in dark: the raised surface, the lightest there is. */
const NIGHT: Rgb = [0x23, 0x21, 0x1e];

/** Variables of the theme. */
export type AccentVariables = Record<`--${string}`, string>;

/**
 * The variables of the theme that follow a location's colour: fills with what is written on them, text, and the tints. None for
 * a text that is not a colour: then the theme's own stay.
 */
export const accentsOf = (hex: string): AccentVariables => {
  const given = parseColour(hex);
  return given === undefined ? {} : accentsFrom(given);
};

/** The same for what the console shows of them (badge, poster, previews), where cobalt stands for a colour that is none. */
export const accentVariables = (hex: string | undefined): AccentVariables =>
  accentsFrom(parseColour(hex ?? "") ?? HOUSE);

const accentsFrom = (given: Rgb): AccentVariables => {
  const { fill, on, text } = fillsOf(given);
  // Pressed, a light fill stays one that ink can be read on.
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

/** The same on a dark page: the fill as it is, text and rings lighter until they have a contrast of 4.5 there. */
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
