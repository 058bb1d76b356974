import drawings from "./portraits.json" with { type: "json" };
import type { Random } from "../random.ts";

/** Endings of first names that are mostly women's in the demo's cultures; an error only changes the hair. */
const WOMANS_NAME = /(a|ie|ine|e|elle|ette|ing|eke|y|ko|mi|ui|yi|an)$/i;

type Hair = Readonly<Record<string, string>>;
const BACK: Hair = drawings.back;
const FRONT: Hair = drawings.front;

const coloured = (drawing: string, colours: Readonly<Record<string, string>>): string =>
  drawing.replaceAll(/\{(\w+)\}/g, (_, part: string) => colours[part] ?? "");

/**
 * Draws a person: head and shoulders before a wall, 172 by 206, as an SVG picture of some two kilobytes. Its colours
 * are the picture's, not the theme's, because a photo does not change with it.
 * @param firstName determines their hair
 */
export const drawPortrait = (random: Random, firstName: string): string => {
  const { skins, skinShares, darkHair, fairHair, bodies } = drawings;
  const skinAt = random.pick(skinShares);
  const [face = "", shade = "", lip = ""] = skins[skinAt] ?? [];
  // Fair hair only with fair skin.
  const hair = random.pick(skinAt < 2 ? [...fairHair, ...darkHair] : darkHair);
  const clothes = random.pick(drawings.clothes);
  const shirt = random.pick(drawings.shirts);
  const wall = random.pick(drawings.walls);
  const isWomans = WOMANS_NAME.test(firstName);
  const style = random.pick(isWomans ? drawings.womens : drawings.mens);
  const cloth = style === "scarf" ? random.pick(drawings.clothes) : hair;
  const parts = [
    drawings.wall,
    BACK[style] ?? "",
    bodies[random.between(0, bodies.length - 1)] ?? "",
    drawings.head,
    !isWomans && random.chance(0.45) ? drawings.beard : "",
    FRONT[style] ?? "",
    random.chance(0.22) ? drawings.glasses : "",
  ].join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 172 206">${coloured(parts, { face, shade, lip, hair, clothes, shirt, wall, cloth })}</svg>`;
};
