import { useEffect, useSyncExternalStore } from "react";

import { subscribeTo } from "../../shared/store.ts";

const FIELDS_MAX = 4;
/** Below this width the question stands above its answers (components/screen.module.css), in rem, and a field takes the whole line. */
const WIDE_REM = 56;
const NARROW_REM = 44;
/** A row of fields, and what stands above and below them. */
const ROW_REM = 8;
const AROUND_REM = 20;
const LOW_REM = 24;

/** How much of a screen a keyboard takes: a tablet's own, which may open, takes more than ours. */
const keyboardShareOf = (isWide: boolean, hasKeys: boolean): number => (!isWide ? 0.36 : hasKeys ? 0.39 : 0.5);

const fieldsIn = (widthRem: number, heightRem: number, hasKeys: boolean): number => {
  const isWide = widthRem >= WIDE_REM;
  const room = heightRem * (1 - keyboardShareOf(isWide, hasKeys));
  if (isWide) return room < LOW_REM ? 1 : FIELDS_MAX;
  const rows = Math.floor((room - AROUND_REM) / ROW_REM);
  return widthRem < NARROW_REM ? 1 : Math.min(FIELDS_MAX, Math.max(1, rows));
};

const subscribe = subscribeTo(window, "resize");

/**
 * How many short fields a screen has room for beside a keyboard: one to four. A keyboard that opens changes nothing.
 * @param hasKeys the kiosk shows a keyboard of its own
 */
export const useFieldsPerScreen = (hasKeys: boolean): number =>
  useSyncExternalStore(subscribe, () => {
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    return fieldsIn(window.innerWidth / rem, window.innerHeight / rem, hasKeys);
  });

/** Lays the screens out above the tablet's own keyboard, where the browser lets it lie over the page. */
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
