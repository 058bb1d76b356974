import type { Aids } from "../lib/aids.ts";

/** What can be switched beside the kiosk of the demo. */
export type DemoSettings = {
  screen: string;
  /** The visit type whose screens are shown. */
  type: string;
  language: string;
  /** As `#rrggbb`; empty: the location's own. */
  colour: string;
  keys: "own" | "tablet";
  text: "100" | "200";
  connection: "online" | "offline";
  /** What the visitor has turned on. */
  aid: "none" | keyof Aids;
};

/** Where the demo begins; language and keyboard are then the location's. */
export const FIRST_SETTINGS: DemoSettings = {
  screen: "start",
  type: "",
  language: "",
  colour: "",
  keys: "own",
  text: "100",
  connection: "online",
  aid: "none",
};

/** The settings that the address of the framed kiosk says. */
export const readSettings = (search: string): DemoSettings => {
  const given = Object.fromEntries(new URLSearchParams(search));
  const known = Object.keys(FIRST_SETTINGS).filter((name) => given[name] !== undefined);
  return { ...FIRST_SETTINGS, ...Object.fromEntries(known.map((name) => [name, given[name]])) };
};

/** What a screen is drawn at, in CSS pixels: tablets, wall kiosks and a phone, upright and lying (docs/kiosk-hardware.md). */
export const SIZES: readonly (readonly [width: number, height: number])[] = [
  [1180, 820],
  [820, 1180],
  [1080, 810],
  [810, 1080],
  [960, 600],
  [600, 960],
  [1366, 1024],
  [768, 1024],
  [1920, 1080],
  [1080, 1920],
  [390, 844],
  [360, 640],
];
