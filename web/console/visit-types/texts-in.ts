import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { useLoaded } from "../components/other-languages.ts";

/** The words of this page in another language than the console's: what a visitor reads. Until they are loaded, in the console's. */
export const useTextsIn = (language: string): TFunction => {
  const { i18n } = useTranslation("visit-types");
  const loaded = useLoaded([language], "visit-types");
  return i18n.getFixedT(loaded.includes(language) ? language : i18n.language, "visit-types");
};
