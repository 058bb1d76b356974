import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { useLoadedLanguages } from "../../components/language/use-loaded-languages.ts";

const useWordsOf = (namespace: string, language: string): TFunction => {
  const { i18n } = useTranslation(namespace);
  const loaded = useLoadedLanguages([language], namespace);
  return i18n.getFixedT(loaded.includes(language) ? language : i18n.language, namespace);
};

/** The texts of this page in another language than the console's. Until they are loaded, in the console's. */
export const useTextsIn = (language: string): TFunction => useWordsOf("visit-types", language);

/** The texts of kiosk and phone in a language: their own catalogue, so that the preview shows the same. */
export const useDoorTextsIn = (language: string): TFunction => useWordsOf("visitor-flow", language);
