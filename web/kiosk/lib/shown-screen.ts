import { useEffect } from "react";

/** The screens of a paired kiosk, by what they are for: nothing of what was typed. */
export type ScreenName = "start" | "aids" | "expected" | "sign-in" | "sign-out" | "done" | "goodbye";

let shown: ScreenName = "start";

/** The screen that is shown now. */
export const shownScreen = (): ScreenName => shown;

/** Says which screen is shown. */
export const useShownScreen = (name: ScreenName): void => {
  useEffect(() => {
    shown = name;
  }, [name]);
};
