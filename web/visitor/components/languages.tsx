import { IconWorld } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { colonIn } from "../../../shared/text/typography.ts";
import { ownNameOf } from "../../../shared/languages.ts";
import { usePageContext } from "../lib/page-context.ts";
import styles from "./languages.module.css";

/** The language of the page; opens the others. The input is kept. */
export const Languages = () => {
  const { t } = useTranslation();
  const { languages, language, speak } = usePageContext();
  const [isOpen, setOpen] = useState(false);
  if (languages.length < 2) return null;
  const choose = (code: string): void => {
    setOpen(false);
    speak(code);
  };
  return (
    <div
      className={styles.around}
      onKeyDown={({ key }) => key === "Escape" && setOpen(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button type="button" className={styles.button} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconWorld size={18} stroke={1.6} aria-hidden="true" />
        <span className="hidden">{`${t("language")}${colonIn(language)} `}</span>
        <span lang={language}>{ownNameOf(language)}</span>
      </button>
      {isOpen && (
        <div className={styles.list} role="group" aria-label={t("language")}>
          {languages.map((code) => (
            <button
              key={code}
              type="button"
              lang={code}
              className={styles.choice}
              aria-pressed={code === language}
              onClick={() => choose(code)}
            >
              {ownNameOf(code)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
};
