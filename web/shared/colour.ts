type Rgb = readonly [number, number, number];

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const DEFAULT: Rgb = [0x25, 0x43, 0xc6];
const WHITE: Rgb = [255, 255, 255];
/** White text on the accent has at least this contrast (WCAG 1.4.3). */
const CONTRAST_MIN = 4.5;

const parse = (hex: string | undefined): Rgb => {
  const found = HEX.exec(hex ?? "");
  if (found === null) return DEFAULT;
  const [, red = "", green = "", blue = ""] = found;
  return [parseInt(red, 16), parseInt(green, 16), parseInt(blue, 16)];
};

const linear = (channel: number): number =>
  channel <= 10.31475 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The contrast of white on a colour, 1 to 21. */
const contrastWithWhite = (colour: Rgb): number => 1.05 / (luminance(colour) + 0.05);

const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  Math.round(a[0] * share + b[0] * (1 - share)),
  Math.round(a[1] * share + b[1] * (1 - share)),
  Math.round(a[2] * share + b[2] * (1 - share)),
];

const BLACK: Rgb = [0, 0, 0];

const darkened = (colour: Rgb): Rgb => {
  let now = colour;
  while (contrastWithWhite(now) < CONTRAST_MIN) now = mix(now, BLACK, 0.96);
  return now;
};

const hexOf = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** The accent of a location and what is made from it, as the variables that stand for cobalt elsewhere. */
export type AccentVariables = Record<`--${string}`, string>;

/**
 * A location's colour as variables for kiosk, phone pages, badge and poster: darkened until white text on it can be read, the
 * tints made from it (look: "A location's colour"). Without one, or with what is no colour, the house's cobalt.
 * @param colour such as `#2543c6`
 */
export const accentVariables = (colour: string | undefined): AccentVariables => {
  const accent = darkened(parse(colour));
  return {
    "--accent": hexOf(accent),
    "--accent-hover": hexOf(mix(accent, BLACK, 0.86)),
    "--accent-text": hexOf(accent),
    "--accent-soft": hexOf(mix(accent, WHITE, 0.07)),
    "--accent-line": hexOf(mix(accent, WHITE, 0.28)),
    "--on-accent": "#ffffff",
  };
};
