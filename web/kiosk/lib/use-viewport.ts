import { useSyncExternalStore } from "react";

import { subscribeTo } from "../../shared/store.ts";

const FIELDS_MAX = 4;
/** Half of a tablet, or text at twice its size on a whole one. */
const NARROW_PX = 700;
const LOW_PX = 560;
const LARGE_TEXT_PX = 24;

const measure = (): number => {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isSmall = window.innerWidth < NARROW_PX || window.innerHeight < LOW_PX || size >= LARGE_TEXT_PX;
  return isSmall ? 1 : FIELDS_MAX;
};

const subscribe = subscribeTo(window, "resize");

/** How many short fields a screen has room for: four, or one where text is large or the screen small. */
export const useFieldsPerScreen = (): number => useSyncExternalStore(subscribe, measure);
