import { useEffect } from "react";

import { readAloud, stopReading } from "../lib/speech.ts";
import { newsOf, screenElement, titleOfScreen, wordsOf } from "./screen-words.ts";

/** A screen is read once it has been stable for this long. */
const STILL_MS = 250;

/** Reads the current screen, from its title to its buttons. */
export const readScreen = (language: string): void => {
  const screen = screenElement();
  if (screen !== null) readAloud(wordsOf(screen), language);
};

/** Reads each new screen, and texts that appear on it, while reading is on. @param language of the screen */
export const useReading = (isOn: boolean, language: string): void => {
  useEffect(() => {
    if (!isOn) return;
    const last = { title: "", news: "" };
    const read = (): void => {
      const screen = screenElement();
      const now = { title: titleOfScreen(screen), news: newsOf(screen) };
      const isNew = now.title !== last.title;
      const isNews = now.news !== last.news && now.news !== "";
      Object.assign(last, now);
      if (isNew) readScreen(language);
      else if (isNews) readAloud([now.news], language);
    };
    let timer = window.setTimeout(read, STILL_MS);
    const observer = new MutationObserver(() => {
      window.clearTimeout(timer);
      timer = window.setTimeout(read, STILL_MS);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributeFilter: ["open"] });
    return () => {
      window.clearTimeout(timer);
      observer.disconnect();
      stopReading();
    };
  }, [isOn, language]);
};
