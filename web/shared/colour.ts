type Rgb = readonly [number, number, number];

const CONTRAST_MIN = 4.5;
/** Cobalt: what stands where a location has no colour of its own. */
const HOUSE: Rgb = [0x25, 0x43, 0xc6];
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

const parse = (hex: string): Rgb | undefined => {
  const [, r, g, b] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(hex) ?? [];
  return r === undefined || g === undefined || b === undefined
    ? undefined
    : [Number.parseInt(r, 16), Number.parseInt(g, 16), Number.parseInt(b, 16)];
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

/** WCAG: the contrast of white text on a colour, 1 to 21. */
export const contrastWithWhite = (hex: string): number => 1.05 / (luminance(parse(hex) ?? BLACK) + 0.05);

const darkened = (colour: Rgb): Rgb => {
  const steps = Array.from({ length: 101 }, (_, n) => mix(colour, BLACK, n / 100));
  return steps.find((one) => contrastWithWhite(write(one)) >= CONTRAST_MIN) ?? BLACK;
};

/** Variables of the theme. */
export type AccentVariables = Record<`--${string}`, string>;

/**
 * The variables of the theme that follow a location's colour: darkened until white on it has a contrast of 4.5, the tints made
 * from it. None for a text that is no colour: then the theme's own stay.
 */
export const accentsOf = (hex: string): AccentVariables => {
  const given = parse(hex);
  return given === undefined ? {} : accentsFrom(given);
};

/** The same for what the console shows of them (badge, poster, previews), where cobalt stands for a colour that is none. */
export const accentVariables = (hex: string | undefined): AccentVariables => ({
  ...accentsFrom(parse(hex ?? "") ?? HOUSE),
  "--on-accent": write(WHITE),
});

const accentsFrom = (given: Rgb): AccentVariables => {
  const accent = darkened(given);
  const dark = write(mix(accent, BLACK, 0.24));
  return {
    "--accent": write(accent),
    "--accent-hover": dark,
    "--accent-text": write(accent),
    "--accent-soft": write(mix(accent, WHITE, 0.93)),
    "--accent-line": write(mix(accent, WHITE, 0.74)),
    "--door0": dark,
    "--door1": write(mix(accent, WHITE, 0.1)),
  };
};

/** What text stands on in dark: the raised surface, the lightest there is. */
const NIGHT: Rgb = [0x23, 0x21, 0x1e];

const lightened = (colour: Rgb): Rgb => {
  const steps = Array.from({ length: 101 }, (_, n) => mix(colour, WHITE, n / 100));
  const enough = CONTRAST_MIN * (luminance(NIGHT) + 0.05);
  return steps.find((one) => luminance(one) + 0.05 >= enough) ?? WHITE;
};

/** The same on a dark page: the fill as it is, text and rings lighter until they have a contrast of 4.5 there. */
export const accentsOnDark = (hex: string): AccentVariables => {
  const given = parse(hex);
  if (given === undefined) return {};
  const accent = darkened(given);
  return {
    ...accentsFrom(given),
    "--accent-hover": write(mix(accent, BLACK, 0.14)),
    "--accent-text": write(lightened(mix(accent, WHITE, 0.3))),
    "--accent-soft": write(mix(NIGHT, accent, 0.22)),
    "--accent-line": write(mix(NIGHT, accent, 0.5)),
  };
};
