import { useEffect, useSyncExternalStore } from "react";

import { subscribeTo } from "../../shared/store.ts";
import { accentsOf, accentsOnDark } from "../../shared/colour.ts";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

const subscribe = subscribeTo(dark, "change");

/** Light or dark as the phone is, in the location's colour. */
export const useLocationTheme = (colour: string | undefined): void => {
  const isDark = useSyncExternalStore(subscribe, () => dark.matches);
  useEffect(() => {
    const { style, dataset } = document.documentElement;
    // The name that the theme file knows dark by (shared/theme/tokens.css).
    dataset["mantineColorScheme"] = isDark ? "dark" : "light";
    const accents = Object.entries(colour === undefined ? {} : (isDark ? accentsOnDark : accentsOf)(colour));
    for (const [name, value] of accents) style.setProperty(name, value);
    return () => {
      for (const [name] of accents) style.removeProperty(name);
    };
  }, [colour, isDark]);
};
