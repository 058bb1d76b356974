import type { Random } from "./random.ts";

/** The colours of a face; they are the picture's, not the theme's, because a photo does not change with it. */
type PortraitLook = { skin: Skin; hair: string; clothes: string; shirt: string; wall: string };
type Skin = { face: string; shade: string; lip: string };

const SKINS: readonly Skin[] = [
  { face: "#f2d3bf", shade: "#dcb39b", lip: "#b9685c" },
  { face: "#ecc4a6", shade: "#d2a180", lip: "#a9584b" },
  { face: "#dca985", shade: "#bd8661", lip: "#964b3e" },
  { face: "#b97f57", shade: "#986240", lip: "#7c3b30" },
  { face: "#8a5a3c", shade: "#6d442b", lip: "#5c2b22" },
  { face: "#5f3c28", shade: "#492c1c", lip: "#3d1c15" },
];
/** How frequent each skin colour is in the demo's cities. */
const SHARES = [0, 0, 1, 1, 1, 2, 2, 2, 3, 4, 5];
/** Fair hair only with fair skin; dark and grey with all. */
const DARK_HAIR = ["#1f1a18", "#2c211c", "#3b2a20"] as const;
const FAIR_HAIR = ["#5a3d28", "#7b5330", "#a97a3f", "#d0aa63", "#8c4630", "#b8b2a9"] as const;
const CLOTHES = ["#5d6b80", "#3f4756", "#77402f", "#d8cfc1", "#49614f", "#8a8f98", "#2e3138", "#a5835a", "#6b4a63"];
const SHIRTS = ["#f4f1ec", "#dfe6f0", "#cfc7bb", "#ffffff", "#b9c4d4"];
const WALLS = ["#d9d8d5", "#dcd9d2", "#d3d6d8", "#dedbd6"];

const path = (d: string, fill: string, more = ""): string => `<path d="${d}" fill="${fill}"${more}/>`;
const line = (d: string, stroke: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round"/>`;
const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ""): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"${more}/>`;

const SHOULDERS = "M14 206c2-40 22-56 52-62l20-4 20 4c30 6 50 22 52 62z";
const FACE = "M58 84c0-30 10-44 28-44s28 14 28 44c0 26-12 46-28 46S58 110 58 84z";

const body = ({ skin, clothes, shirt }: PortraitLook, collar: number): string => {
  const neck = path("M73 112h26v28c0 8-6 12-13 12s-13-4-13-12z", skin.shade);
  const open = path("M70 141l16 22 16-22 4 2-20 30-20-30z", shirt);
  const lapels = `${path("M66 144l20 30-14 12-14-34z", clothes, ' style="filter:brightness(.86)"')}${path("M106 144l-20 30 14 12 14-34z", clothes, ' style="filter:brightness(.86)"')}`;
  const vee = path("M70 142c4 12 10 18 16 20 6-2 12-8 16-20z", skin.face);
  const round = path("M68 143c6 12 30 12 36 0l4 2c-6 18-38 18-44 0z", shirt);
  return `${path(SHOULDERS, clothes)}${neck}${[vee, open + lapels, round][collar] ?? ""}`;
};

const eyes = (x: number): string =>
  `${ellipse(x, 86, 4.6, 2.7, "#fbf8f4")}${ellipse(x, 86, 2.4, 2.5, "#33271f")}<circle cx="${x + 0.8}" cy="85.2" r=".7" fill="#fff"/>`;

const head = ({ skin, hair }: PortraitLook): string =>
  [
    ellipse(57, 88, 5, 8, skin.shade),
    ellipse(115, 88, 5, 8, skin.shade),
    path(FACE, skin.face),
    path("M90 40c16 2 24 16 24 44 0 26-12 46-28 46 14-14 18-34 16-56z", skin.shade, ' opacity=".42"'),
    eyes(74),
    eyes(98),
    line("M68 79q6-4 11-1.5", hair, 2.2),
    line("M93 77.5q6-2.5 11 1.5", hair, 2.2),
    line("M86 88q2 8-1.5 11.5 2 1.8 5 .6", skin.shade, 1.6),
    path("M77 109q9-3 18 0-9 6.5-18 0z", skin.lip),
    line("M77 109q9 1.2 18 0", skin.shade, 0.8),
  ].join("");

const BACK: Record<string, (hair: string) => string> = {
  long: (hair) =>
    path(
      "M46 84c-2-40 16-56 40-56s42 16 40 56c0 30 6 56 6 66-14 6-24 2-26-4V84H66v62c-2 6-12 10-26 4 0-10 6-36 6-66z",
      hair,
    ),
  bob: (hair) =>
    path(
      "M46 84c-2-38 16-54 40-54s42 16 40 54c0 16 0 28-2 38-8 4-14 2-16-2V86H64v34c-2 4-8 6-16 2-2-10-2-22-2-38z",
      hair,
    ),
  curls: (hair) =>
    [
      [50, 76, 15],
      [46, 100, 14],
      [52, 122, 13],
      [122, 76, 15],
      [126, 100, 14],
      [120, 122, 13],
      [62, 52, 17],
      [110, 52, 17],
      [86, 42, 19],
    ]
      .map(([x = 0, y = 0, r = 0]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${hair}"/>`)
      .join(""),
  bun: (hair) =>
    `<circle cx="86" cy="27" r="14" fill="${hair}"/>${path("M52 84c-2-32 12-48 34-48s36 16 34 48z", hair)}`,
  scarf: (hair) => path("M44 88c-2-42 18-60 42-60s44 18 42 60c0 32 6 52 2 66-18 14-70 14-88 0-4-14 2-34 2-66z", hair),
};

const FRONT: Record<string, (hair: string) => string> = {
  long: (hair) =>
    path("M57 82c0-26 10-40 29-42 19 2 29 16 29 42-8-6-13-16-14-27-10 10-26 14-36 15-3 4-6 8-8 12z", hair),
  bob: (hair) => path("M57 84c-1-30 11-44 29-45 18 1 30 15 29 45-4-8-5-14-6-20H63c-1 6-2 12-6 20z", hair),
  curls: (hair) =>
    [
      [66, 54, 10],
      [78, 47, 10],
      [92, 46, 10],
      [105, 52, 10],
    ]
      .map(([x = 0, y = 0, r = 0]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${hair}"/>`)
      .join(""),
  bun: (hair) => path("M57 80c0-26 11-40 29-40s29 14 29 40c-6-10-8-17-9-22-12 6-28 6-40 0-1 5-3 12-9 22z", hair),
  scarf: (hair) =>
    path(
      "M49 88c-2-34 14-50 37-50s39 16 37 50c-2 28-18 46-37 46S51 116 49 88zm5-2c0 26 11 42 25 42s25-16 25-42c0-25-9-37-25-37S61 61 61 86z",
      hair,
      ' fill-rule="evenodd"',
    ),
  short: (hair) => path("M56 82c-4-30 8-50 32-50 22 0 32 18 28 50-3-6-4-14-6-21-14 3-32 1-42-5-5 6-8 16-12 26z", hair),
  crop: (hair) => path("M57 76c-1-26 10-40 29-40s30 14 29 40c-3-4-4-9-5-14-14-6-34-6-48 0-1 5-2 10-5 14z", hair),
  side: (hair) => path("M55 82c-4-32 8-52 36-51 20 0 29 20 25 51-3-5-5-12-6-18-18 1-34-3-42-10-4 8-9 17-13 28z", hair),
};

const beard = (hair: string): string =>
  path(
    "M59 92c1 24 12 42 27 42s26-18 27-42c-4 6-6 10-10 11-8-3-26-3-34 0-4-1-6-5-10-11zm17 16q10-4 20 0-10 8-20 0z",
    hair,
    ' fill-rule="evenodd" opacity=".88"',
  );

const GLASSES = `<g fill="none" stroke="#2f2a28" stroke-width="2"><rect x="63" y="79" width="20" height="15" rx="6"/><rect x="89" y="79" width="20" height="15" rx="6"/><path d="M83 85q3-2 6 0M63 85l-6-1M109 85l6-1"/></g>`;

const WOMENS = ["long", "bob", "curls", "bun", "long", "bob", "scarf", "short"] as const;
const MENS = ["short", "crop", "side", "bald", "short", "side", "crop"] as const;
/** Endings of first names that are mostly women's in the demo's cultures; an error only changes the hair. */
const WOMANS_NAME = /(a|ie|ine|e|elle|ette|ing|eke|y|ko|mi|ui|yi|an)$/i;

/**
 * Draws a person: head and shoulders before a wall, 172 by 206, as an SVG picture of some two kilobytes.
 * @param firstName determines their hair
 */
export const drawPortrait = (random: Random, firstName: string): string => {
  const skinAt = random.pick(SHARES);
  const skin = SKINS[skinAt] ?? { face: "", shade: "", lip: "" };
  const hair = random.pick(skinAt < 2 ? [...FAIR_HAIR, ...DARK_HAIR] : DARK_HAIR);
  const look: PortraitLook = {
    skin,
    hair,
    clothes: random.pick(CLOTHES),
    shirt: random.pick(SHIRTS),
    wall: random.pick(WALLS),
  };
  const isWomans = WOMANS_NAME.test(firstName);
  const style: string = random.pick<string>(isWomans ? WOMENS : MENS);
  const cloth = style === "scarf" ? random.pick(CLOTHES) : hair;
  const parts = [
    `<defs><linearGradient id="w" x1="0" y1="0" x2="1" y2=".3"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#5b564f" stop-opacity=".38"/></linearGradient></defs>`,
    `<rect width="172" height="206" fill="${look.wall}"/><rect width="172" height="206" fill="url(#w)"/>`,
    BACK[style]?.(cloth) ?? "",
    body(look, random.between(0, 2)),
    head(look),
    !isWomans && random.chance(0.45) ? beard(hair) : "",
    FRONT[style]?.(cloth) ?? "",
    random.chance(0.22) ? GLASSES : "",
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 172 206">${parts.join("")}</svg>`;
};
