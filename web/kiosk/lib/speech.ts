import { useSyncExternalStore } from "react";

import { createStore, subscribeTo, useStore } from "../../shared/store.ts";

const { speechSynthesis: synthesis } = globalThis as { speechSynthesis?: SpeechSynthesis };

/** Whether a text is being read. */
const speaking = createStore(false);

const subscribe = synthesis === undefined ? () => () => undefined : subscribeTo(synthesis, "voiceschanged");

/** A voice of the device itself: with one on the network, names on the screen would leave the building. */
const voiceFor = (language: string): SpeechSynthesisVoice | undefined => {
  const [wanted = ""] = language.toLowerCase().split("-");
  const local = (synthesis?.getVoices() ?? []).filter(({ localService }) => localService);
  const fits = (code: string, exactly: boolean): boolean =>
    exactly ? code === language.toLowerCase() : code.split(/[-_]/)[0] === wanted;
  const find = (exactly: boolean) => local.find(({ lang }) => fits(lang.toLowerCase(), exactly));
  return find(true) ?? find(false);
};

/** Whether the device can read a language aloud; voices may be available only a moment after the page. */
export const useHasVoice = (language: string): boolean =>
  useSyncExternalStore(subscribe, () => voiceFor(language) !== undefined);

/** Stops reading. */
export const stopReading = (): void => {
  synthesis?.cancel();
  speaking.set(false);
};

/**
 * Reads texts one after the other, replacing the current reading. @param language of the texts: a code such as `nl-BE`
 */
export const readAloud = (texts: readonly string[], language: string): void => {
  const voice = voiceFor(language);
  stopReading();
  if (synthesis === undefined || voice === undefined) return;
  for (const [n, text] of texts.entries()) {
    const utterance = new SpeechSynthesisUtterance(text);
    Object.assign(utterance, { voice, lang: voice.lang });
    if (n === texts.length - 1) utterance.addEventListener("end", () => speaking.set(false));
    synthesis.speak(utterance);
  }
  speaking.set(texts.length > 0);
};

/** The same, for a component that is drawn again when it changes. */
export const useIsReading = (): boolean => useStore(speaking);
