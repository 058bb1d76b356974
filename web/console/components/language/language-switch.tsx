import i18next from "i18next";
import { useTranslation } from "react-i18next";

import { LANGUAGES } from "../../../shared/texts.ts";
import { saveLanguage } from "../../lib/preferences.ts";
import styles from "./language-switch.module.css";

const change = async (language: string): Promise<void> => {
  await i18next.changeLanguage(language);
  saveLanguage(language);
  document.documentElement.lang = language;
};

/** The languages in their own words, for pages before the login. */
export const LanguageSwitch = () => {
  const { t, i18n } = useTranslation();
  return (
    <div className={styles.languages} role="group" aria-label={t("language")}>
      {Object.keys(LANGUAGES).map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={i18n.language === language}
          onClick={() => void change(language)}
        >
          {LANGUAGES[language]}
        </button>
      ))}
    </div>
  );
};
