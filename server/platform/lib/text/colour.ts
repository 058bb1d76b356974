import {
  BLACK,
  fillsOf,
  mixColours,
  parseColour,
  type Rgb,
  shiftUntilReadable,
  WHITE,
  writeColour,
} from "../../../../shared/colour.ts";

/** The background of a dark page. */
const DARK_SURFACE: Rgb = [0x1a, 0x18, 0x16];

/**
 * A location's colour as pages use it: as a background under text of the colour `on`, when pressed, and as a focus ring
 * in light and dark.
 */
export type Accent = { fill: string; on: string; hover: string; ringLight: string; ringDark: string };

/**
 * Derived from a location's colour, darkened or lightened until it is readable; undefined if the text is not a colour.
 */
export const accentOf = (hex: string | null): Accent | undefined => {
  const colour = parseColour(hex ?? "");
  if (colour === undefined) return undefined;
  const { fill, on, text } = fillsOf(colour);
  return {
    fill: writeColour(fill),
    on: writeColour(on),
    hover: writeColour(mixColours(fill, BLACK, on === WHITE ? 0.24 : 0.12)),
    ringLight: writeColour(text),
    ringDark: writeColour(shiftUntilReadable(colour, WHITE, DARK_SURFACE)),
  };
};
