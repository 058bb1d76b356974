import i18next from "i18next";
import { useEffect, useSyncExternalStore } from "react";

const subscribe = (tell: () => void): (() => void) => {
  i18next.on("loaded", tell);
  return () => i18next.off("loaded", tell);
};

/**
 * Which of these languages the texts of a page have been read in; the others are on their way. Several parts of a page may ask for
 * the same ones at once, so what has arrived is looked at, not who asked for it.
 * @param languages others than the console's: what visitors read
 */
export const useLoadedLanguages = (languages: readonly string[], namespace: string): readonly string[] => {
  const wanted = languages.join(" ");
  const have = useSyncExternalStore(subscribe, () =>
    wanted
      .split(" ")
      .filter((language) => i18next.hasResourceBundle(language, namespace))
      .join(" "),
  );
  useEffect(() => {
    // A language that another page has read already lacks the texts of this one.
    if (have !== wanted) void i18next.reloadResources(wanted.split(" "), [namespace]);
  }, [have, wanted, namespace]);
  return have.split(" ").filter((language) => language !== "");
};
