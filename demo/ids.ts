import { tagOf } from "../server/platform/lib/record/ids.ts";
import type { Random } from "./random.ts";

const TAG_BYTES = 3;
const RANDOM_BYTES = 5;

const secondsOf = (ms: number): string =>
  Math.floor(ms / 1000)
    .toString(16)
    .padStart(8, "0")
    .slice(-8);

/** An ID in the form of lib/ids.ts, but repeatable. */
export const seededId = (random: Random, ms: number, location: string): string =>
  secondsOf(ms) + tagOf(location) + random.hex(RANDOM_BYTES);

/** The ID of a new location with an unused tag, which is reserved from then on. */
export const seededLocationId = (random: Random, ms: number, taken: Set<string>): string => {
  let tag = random.hex(TAG_BYTES);
  while (taken.has(tag)) tag = random.hex(TAG_BYTES);
  taken.add(tag);
  return secondsOf(ms) + tag + random.hex(RANDOM_BYTES);
};
