import { type RefCallback, useCallback, useState } from "react";

import { type DoorAgreement, inLanguage } from "./door.ts";

type Languages = { language: string; fallback: string };

/** The captions of a video: their language, the `<track>` that shows them, and whether they are shown now. */
export type Captions = { language: string; track: RefCallback<HTMLTrackElement>; isOn: boolean };

const captionsIn = ({ captions = {} }: DoorAgreement, { language, fallback }: Languages) =>
  inLanguage(
    Object.fromEntries(Object.entries(captions).map(([key, text]) => [key, { language: key, text }])),
    language,
    fallback,
  );

/**
 * The captions of an agreement's video in the visitor's language, or else in the fallback language. They are a blob of
 * the page's own: the page may load no other, and has it offline, too.
 * @returns undefined for a video without captions
 */
export const useCaptions = (agreement: DoorAgreement, languages: Languages): Captions | undefined => {
  const { language, text = "" } = captionsIn(agreement, languages) ?? {};
  const [isOn, setOn] = useState(true);
  const track = useCallback(
    (element: HTMLTrackElement) => {
      const url = URL.createObjectURL(new Blob([text], { type: "text/vtt" }));
      element.src = url;
      // The browser's own controls turn them on and off, too.
      const { textTracks } = element.parentElement as HTMLVideoElement;
      const changed = (): void => setOn(element.track.mode === "showing");
      textTracks.addEventListener("change", changed);
      return () => {
        textTracks.removeEventListener("change", changed);
        URL.revokeObjectURL(url);
      };
    },
    [text],
  );
  return language === undefined ? undefined : { language, track, isOn };
};
