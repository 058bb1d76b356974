/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** WCAG 1.4.3: the contrast that text needs with its background. */
const CONTRAST_MIN = 4.5;
/** A colour on which dark ink is this readable counts as light: it is used unchanged, with ink on it. */
const LIGHT_CONTRAST = 7;
export const WHITE: Rgb = [255, 255, 255];
export const BLACK: Rgb = [0, 0, 0];
const INK: Rgb = [0x21, 0x1f, 0x1c];

/** The parts of `#rrggbb`; undefined for any other text. */
export const parseColour = (hex: string): Rgb | undefined => {
  const [, r, g, b] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex) ?? [];
  if (r === undefined || g === undefined || b === undefined) return undefined;
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
};

export const writeColour = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** @param share of the second colour, 0 to 1 */
export const mixColours = ([r, g, b]: Rgb, [x, y, z]: Rgb, share: number): Rgb => [
  r + (x - r) * share,
  g + (y - g) * share,
  b + (z - b) * share,
];

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** WCAG: 1 to 21. */
export const contrastOf = (a: Rgb, b: Rgb): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

/** The first of a hundred steps from one colour to another that is readable against a third. */
export const shiftUntilReadable = (from: Rgb, to: Rgb, against: Rgb): Rgb => {
  const steps = Array.from({ length: 101 }, (_, n) => mixColours(from, to, n / 100));
  return steps.find((one) => contrastOf(parseColour(writeColour(one)) ?? one, against) >= CONTRAST_MIN) ?? to;
};

/**
 * A location's colour as a button's background, the colour of its label, and the colour as text on white. A light one
 * is used unchanged, with ink on it; others are darkened until white is readable on them.
 */
export const fillsOf = (given: Rgb): { fill: Rgb; on: Rgb; text: Rgb } => {
  const text = shiftUntilReadable(given, BLACK, WHITE);
  return contrastOf(given, INK) >= LIGHT_CONTRAST ? { fill: given, on: INK, text } : { fill: text, on: WHITE, text };
};
