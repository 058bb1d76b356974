import i18next from "i18next";
import { useEffect, useSyncExternalStore } from "react";

const subscribe = (tell: () => void): (() => void) => {
  i18next.on("loaded", tell);
  return () => i18next.off("loaded", tell);
};

/**
 * The languages whose texts a page has loaded; the others are loading. Several parts of a page may request the same
 * ones, so it checks what has arrived, not who asked.
 * @param languages other than the console's: what visitors read
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
    // A language loaded by another page may lack the texts of this one.
    if (have !== wanted) void i18next.reloadResources(wanted.split(" "), [namespace]);
  }, [have, wanted, namespace]);
  return have.split(" ").filter((language) => language !== "");
};
