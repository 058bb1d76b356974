import type { LocationRow } from "../server/resources/locations/store.ts";

type Brand = Pick<LocationRow, "logo" | "colour">;

/** A square with rounded corners and a drawing in it; brand colours, which are not the theme's. */
const drawn = (ground: string, shapes: string): string => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 44 44"><rect width="44" height="44" rx="10" fill="${ground}"/><g fill="none" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round">${shapes}</g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
};

const ROOF = `<path d="M13 19l9-8 9 8" stroke="#fff"/>`;
const WAVES = `<path d="M11 25c4-3 7 3 11 0s7 3 11 0" stroke="#fcdc9f"/><path d="M14 32c3-2.4 5 2.4 8 0s5 2.4 8 0" stroke="#8fa39a"/>`;
const TOWER = `<path d="M22 9v26M15 35V20l7-5 7 5v15" stroke="#fff"/><path d="M12 35h20" stroke="#e8c9a0"/>`;
const LEAVES = `<path d="M22 34V20M22 24c-6 0-9-3-9-9 6 0 9 3 9 9zM22 28c5 0 8-3 8-8-5 0-8 3-8 8z" stroke="#fff"/>`;

const BRANDS: Record<string, Brand> = {
  "Harbour House": { logo: drawn("#153a48", ROOF + WAVES), colour: "#2543c6" },
  London: { logo: drawn("#6d2436", TOWER), colour: "#8a2c44" },
  Singapore: { logo: drawn("#0d5a4c", LEAVES), colour: "#0f6b5c" },
};

/** The logo and colour of a place in the demo; the many places of bulk data have none. */
export const brandOf = (name: string): Brand => BRANDS[name] ?? { logo: null, colour: null };
