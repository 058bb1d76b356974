import { IconWorld } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { colonIn } from "../../../shared/text/typography.ts";
import { ownNameOf } from "../../../shared/languages.ts";
import { useKioskContext } from "../lib/kiosk-context.ts";
import styles from "./languages.module.css";

/** The languages of the location, each in its own words: on the first screen. */
export const LanguageRow = () => {
  const { t } = useTranslation();
  const { door, language, speak } = useKioskContext();
  if (door.location.languages.length < 2) return null;
  return (
    <div className={styles.row} role="group" aria-label={t("language")}>
      {door.location.languages.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          className={styles.word}
          aria-pressed={code === language}
          onClick={() => speak(code)}
        >
          {ownNameOf(code)}
        </button>
      ))}
    </div>
  );
};

/** The language of the screen; opens the others. What was typed stays. */
export const LanguageButton = () => {
  const { t } = useTranslation();
  const { door, language, speak } = useKioskContext();
  const [isOpen, setOpen] = useState(false);
  if (door.location.languages.length < 2) return <span />;
  const choose = (code: string): void => {
    setOpen(false);
    speak(code);
  };
  return (
    <div
      className={styles.around}
      onKeyDown={({ key }) => key === "Escape" && setOpen(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button type="button" className={styles.button} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconWorld size={22} stroke={1.6} aria-hidden="true" />
        <span className={styles.sr}>{`${t("language")}${colonIn(language)} ${ownNameOf(language)}`}</span>
        <span className={styles.own} aria-hidden="true">
          {ownNameOf(language)}
        </span>
      </button>
      {isOpen && (
        <div className={styles.list} role="group" aria-label={t("language")}>
          {door.location.languages.map((code) => (
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
