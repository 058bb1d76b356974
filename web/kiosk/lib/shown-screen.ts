import { useEffect } from "react";

/** The screens of a paired kiosk by purpose, without any typed data. */
export type ScreenName = "start" | "aids" | "expected" | "sign-in" | "sign-out" | "done" | "goodbye";

let shown: ScreenName = "start";

/** The current screen. */
export const shownScreen = (): ScreenName => shown;

/** Sets the current screen. */
export const useShownScreen = (name: ScreenName): void => {
  useEffect(() => {
    shown = name;
  }, [name]);
};
