import { useSyncExternalStore } from "react";

import { subscribeTo } from "../../shared/store.ts";

const mediaOf = (query: string) => {
  const list = matchMedia(query);
  return { subscribe: subscribeTo(list, "change"), matches: () => list.matches };
};

/** A hook that says whether a media query holds. The browser is asked once for all that use it: each row of a list may. */
export const createMediaHook = (query: string): (() => boolean) => {
  let media: ReturnType<typeof mediaOf> | undefined;
  return () => {
    media ??= mediaOf(query);
    return useSyncExternalStore(media.subscribe, media.matches);
  };
};

const useIsPhone = createMediaHook("(width < 640px)");
const useIsWide = createMediaHook("(width >= 1280px)");

/** How much room there is (1440, 1024, 390): what is shown side by side, what becomes a page of its own. */
export const useBreakpoint = (): "wide" | "medium" | "phone" => {
  const [isPhone, isWide] = [useIsPhone(), useIsWide()];
  if (isPhone) return "phone";
  return isWide ? "wide" : "medium";
};
