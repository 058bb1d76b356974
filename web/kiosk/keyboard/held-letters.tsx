import { useTranslation } from "react-i18next";

import styles from "./keys.module.css";
import { shownOnKey } from "./letters.ts";

/** What is offered while a key is held down, and the place of that key. */
export type LetterChoice = { letters: readonly string[]; left: number; bottom: number };

/** Letters above the key that is held. A finger that slides to one, or taps it afterwards, types it. */
export const HeldLetters = ({ held }: { held: LetterChoice }) => {
  const { t } = useTranslation();
  return (
    <div
      className={styles.held}
      role="group"
      aria-label={t("keyAccents")}
      style={{ left: held.left, bottom: held.bottom }}
    >
      {held.letters.map((letter) => (
        <button
          key={letter}
          type="button"
          tabIndex={-1}
          data-held={letter}
          onPointerDown={(event) => event.preventDefault()}
        >
          {shownOnKey(letter)}
        </button>
      ))}
    </div>
  );
};
