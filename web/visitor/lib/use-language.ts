import { useEffect, useState } from "react";

import { speakLanguage } from "../../shared/texts.ts";

const KEY = "foyer-language";

const chosenBefore = (): string | undefined => {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
};

const remember = (language: string): void => {
  try {
    sessionStorage.setItem(KEY, language);
  } catch {
    // The next page asks the browser again.
  }
};

const baseOf = (language: string): string => language.toLowerCase().split("-")[0] ?? "";

const firstOf = (offered: readonly string[], wanted: readonly (string | undefined)[]): string | undefined => {
  for (const language of wanted) {
    if (language === undefined) continue;
    const found = offered.find((one) => one === language) ?? offered.find((one) => baseOf(one) === baseOf(language));
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * The language of a page: the one chosen on this phone, the visitor's stored one, the phone's own, the first offered.
 * Loads our own texts in it, or in English if we have none.
 */
export const useLanguage = (
  offered: readonly string[],
  stored?: string,
): { language: string; speak: (language: string) => void } => {
  const [chosen, setChosen] = useState(chosenBefore);
  const language = firstOf(offered, [chosen, stored, ...navigator.languages]) ?? offered[0] ?? "en";
  useEffect(() => {
    void speakLanguage(language);
  }, [language]);
  const speak = (next: string): void => {
    remember(next);
    setChosen(next);
  };
  return { language, speak };
};
