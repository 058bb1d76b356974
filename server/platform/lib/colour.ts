import {
  BLACK,
  fillsOf,
  mixColours,
  parseColour,
  type Rgb,
  shiftUntilReadable,
  WHITE,
  writeColour,
} from "../../../shared/colour.ts";

/** The surface of a dark page. */
const DARK_SURFACE: Rgb = [0x1a, 0x18, 0x16];

/** A location's colour as a page uses it: filled under text of the colour `on`, pressed, and as a ring in light and dark. */
export type Accent = { fill: string; on: string; hover: string; ringLight: string; ringDark: string };

/** Made from a location's colour, darkened or lightened where it could not be read; undefined for a text that is not a colour. */
export const accentOf = (hex: string | null): Accent | undefined => {
  const given = parseColour(hex ?? "");
  if (given === undefined) return undefined;
  const { fill, on, text } = fillsOf(given);
  return {
    fill: writeColour(fill),
    on: writeColour(on),
    hover: writeColour(mixColours(fill, BLACK, on === WHITE ? 0.24 : 0.12)),
    ringLight: writeColour(text),
    ringDark: writeColour(shiftUntilReadable(given, WHITE, DARK_SURFACE)),
  };
};
