import { useEffect, useSyncExternalStore } from "react";

import { subscribeTo } from "../../shared/store.ts";
import { fieldsIn } from "./screen-size.ts";

const subscribe = subscribeTo(window, "resize");

const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const widthRem = (): number => window.innerWidth / remPx();
const heightRem = (): number => window.innerHeight / remPx();

/** The screen's width and height in rem, so that larger text is a smaller screen. */
export const useScreenSize = (): { width: number; height: number } => ({
  width: useSyncExternalStore(subscribe, widthRem),
  height: useSyncExternalStore(subscribe, heightRem),
});

/**
 * How many short fields fit on a screen beside a keyboard: one to four. Opening a keyboard changes nothing.
 * @param hasKeys the kiosk shows a keyboard of its own
 */
export const useFieldsPerScreen = (hasKeys: boolean): number =>
  useSyncExternalStore(subscribe, () => fieldsIn(widthRem(), heightRem(), hasKeys));

/** Lays the screens out above the tablet's own keyboard, if the browser lets it cover the page. */
export const useVisibleHeight = (): void => {
  useEffect(() => {
    const { visualViewport } = window;
    if (visualViewport === null) return;
    const { style } = document.documentElement;
    const follow = (): void => {
      style.setProperty("--visible-height", `${visualViewport.height * visualViewport.scale}px`);
      // The browser has moved the page to show the field, which is in sight by now.
      window.scrollTo(0, 0);
    };
    follow();
    visualViewport.addEventListener("resize", follow);
    return () => visualViewport.removeEventListener("resize", follow);
  }, []);
};
