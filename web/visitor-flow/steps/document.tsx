import { IconPlayerPlayFilled, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { type DoorAgreement, inLanguage } from "../door.ts";
import { PdfPage } from "../pdf-page.tsx";
import { type PdfReader, usePdf } from "../use-pdf.ts";
import { useFace } from "./face.ts";
import { PageTurns, Sheet } from "./paper.tsx";
import styles from "./paper.module.css";

/** `unseen`: it is on its way, or not watched to the end: it cannot be agreed to yet. `broken`: it does not show here. */
export type DocumentState = "unseen" | "seen" | "broken";

/** The document of an agreement; one that is none, or cannot be read here, is broken. @param see is one function */
export const useDocument = (agreement: DoorAgreement, see: (seen: DocumentState) => void): PdfReader => {
  const { readDocument } = useFace();
  const read = useCallback(() => readDocument(agreement), [agreement, readDocument]);
  const reading = usePdf(agreement.type === "pdf" ? read : undefined);
  const { pdf } = reading;
  useEffect(() => {
    if (pdf === null) see("broken");
    else if (pdf !== undefined) see("seen");
  }, [pdf, see]);
  return reading;
};

/** A document, a page at a time. One made for paper is small on a screen: who wants it larger moves it about. */
export const Document = ({ title, reading }: { title: string; reading: PdfReader }) => {
  const { t } = useTranslation("visitor-flow");
  const { TurnButton, bySize } = useFace();
  const { pdf, page, fail } = reading;
  const [isLarge, setLarge] = useState(false);
  const Zoom = isLarge ? IconZoomOut : IconZoomIn;
  const classNames = { box: styles.document, text: "hidden" };
  return (
    <Sheet title={title} isBusy={pdf === undefined}>
      {pdf === null && <p role="status">{t("pdfBroken")}</p>}
      {pdf === undefined && <div className={styles.document} />}
      {pdf && <PdfPage {...{ pdf, page, classNames, title, fail }} zoom={isLarge ? bySize(1.75, 2.25) : 1} />}
      {pdf && (
        <PageTurns pages={reading}>
          <TurnButton
            icon={<Zoom size={bySize(22, 18)} stroke={1.8} aria-hidden="true" />}
            onClick={() => setLarge(!isLarge)}
          >
            {t(isLarge ? "smaller" : "larger")}
          </TurnButton>
        </PageTurns>
      )}
    </Sheet>
  );
};

type VideoProps = { agreement: DoorAgreement; title: string; see: (seen: DocumentState) => void };

/** Watched to the end: who jumps ahead is taken back to where they were. */
export const Video = ({ agreement, title, see }: VideoProps) => {
  const { t } = useTranslation("visitor-flow");
  const { door, language, bySize } = useFace();
  const film = useRef<HTMLVideoElement>(null);
  const reached = useRef(0);
  const [isStarted, setStarted] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const url = inLanguage(agreement.video, language, door.location.default_language);
  const fail = (): void => {
    setBroken(true);
    see("broken");
  };
  return (
    <Sheet title={title}>
      {isBroken || url === undefined ? (
        <p role="status">{t("videoBroken")}</p>
      ) : (
        <>
          <div className={styles.film}>
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the location's own video, with what it has in its picture */}
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
              onError={fail}
              onPlay={() => setStarted(true)}
            />
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
          <p>{t("watchToEnd")}</p>
        </>
      )}
    </Sheet>
  );
};
