type Rgb = readonly [number, number, number];

/** WCAG 1.4.3: what text needs against what it stands on. */
const CONTRAST_MIN = 4.5;
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
/** The surface of a dark page. */
const DARK_SURFACE: Rgb = [0x1a, 0x18, 0x16];

const parse = (hex: string): Rgb | undefined => {
  const [, r, g, b] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex) ?? [];
  if (r === undefined || g === undefined || b === undefined) return undefined;
  return [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
};

const write = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

const mix = ([r, g, b]: Rgb, [x, y, z]: Rgb, share: number): Rgb => [
  r + (x - r) * share,
  g + (y - g) * share,
  b + (z - b) * share,
];

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

const contrast = (a: Rgb, b: Rgb): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

/** The first of a hundred steps from a colour to another that can be read against a third. */
const shiftUntilReadable = (from: Rgb, to: Rgb, against: Rgb): Rgb => {
  const steps = Array.from({ length: 101 }, (_, n) => mix(from, to, n / 100));
  return steps.find((one) => contrast(parse(write(one)) ?? one, against) >= CONTRAST_MIN) ?? to;
};

/** A location's colour as a page uses it: filled under white text, pressed, and as a ring in light and dark. */
export type Accent = { fill: string; hover: string; ringLight: string; ringDark: string };

/** Made from a location's colour, darkened or lightened until it can be read; undefined for a text that is no colour. */
export const accentOf = (hex: string | null): Accent | undefined => {
  const given = parse(hex ?? "");
  if (given === undefined) return undefined;
  const fill = shiftUntilReadable(given, BLACK, WHITE);
  return {
    fill: write(fill),
    hover: write(mix(fill, BLACK, 0.24)),
    ringLight: write(fill),
    ringDark: write(shiftUntilReadable(given, WHITE, DARK_SURFACE)),
  };
};
