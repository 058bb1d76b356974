import { IconBadgeCc, IconPlayerPlayFilled } from "@tabler/icons-react";
import { type RefObject, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { type DoorAgreement, inLanguage } from "../door.ts";
import { type Captions, useCaptions } from "../use-captions.ts";
import type { DocumentState } from "./document.tsx";
import { useFace } from "./face.ts";
import styles from "./paper.module.css";
import { Sheet } from "./paper.tsx";

type FilmProps = {
  film: RefObject<HTMLVideoElement | null>;
  url: string;
  title: string;
  captions: Captions | undefined;
  see: (seen: DocumentState) => void;
};

const Film = ({ film, url, title, captions, see }: FilmProps) => {
  const { t } = useTranslation("visitor-flow");
  const { bySize } = useFace();
  const { track, language } = captions ?? {};
  const reached = useRef(0);
  const [isStarted, setStarted] = useState(false);
  return (
    <div className={styles.film}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- whether there are any, the location says */}
      <video
        ref={film}
        className={styles.video}
        src={url}
        controls
        playsInline
        disablePictureInPicture
        controlsList={`nodownload noplaybackrate ${bySize("nofullscreen", "")}`}
        aria-label={title}
        onTimeUpdate={({ currentTarget: video }) => {
          if (!video.seeking) reached.current = Math.max(reached.current, video.currentTime);
        }}
        onSeeking={({ currentTarget: video }) => {
          if (video.currentTime > reached.current + 1) video.currentTime = reached.current;
        }}
        onEnded={() => see("seen")}
        onError={() => see("broken")}
        onPlay={() => setStarted(true)}
      >
        {track && <track ref={track} kind="captions" srcLang={language} default />}
      </video>
      {!isStarted && (
        <button
          type="button"
          className={styles.play}
          aria-label={t("play")}
          onClick={() => void film.current?.play().catch(() => undefined)}
        >
          <IconPlayerPlayFilled size={bySize(56, 40)} aria-hidden="true" />
        </button>
      )}
    </div>
  );
};

type VideoProps = { agreement: DoorAgreement; title: string; see: (seen: DocumentState) => void };

/** Must be watched to the end: skipping ahead returns to where they were. */
export const Video = ({ agreement, title, see }: VideoProps) => {
  const { t } = useTranslation("visitor-flow");
  const { door, language, bySize, TurnButton } = useFace();
  const film = useRef<HTMLVideoElement>(null);
  const [isBroken, setBroken] = useState(false);
  const fallback = door.location.default_language;
  const url = inLanguage(agreement.video, language, fallback);
  const captions = useCaptions(agreement, { language, fallback });
  const turn = (): void => {
    const [track] = film.current?.textTracks ?? [];
    if (track !== undefined) track.mode = captions?.isOn === true ? "hidden" : "showing";
  };
  const seen = (state: DocumentState): void => {
    setBroken(state === "broken");
    see(state);
  };
  if (isBroken || url === undefined)
    return (
      <Sheet title={title}>
        <p role="status">{t("videoBroken")}</p>
      </Sheet>
    );
  return (
    <Sheet title={title}>
      <Film {...{ film, url, title, captions }} see={seen} />
      <div className={`${styles.turn} ${styles.watch}`}>
        <p>{t("watchToEnd")}</p>
        {captions && (
          <TurnButton icon={<IconBadgeCc size={bySize(22, 18)} stroke={1.8} aria-hidden="true" />} onClick={turn}>
            {t(captions.isOn ? "captionsOff" : "captionsOn")}
          </TurnButton>
        )}
      </div>
    </Sheet>
  );
};
