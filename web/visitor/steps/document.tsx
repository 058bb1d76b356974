import { IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { type DoorAgreement, inLanguage } from "../../visitor-flow/door.ts";
import { PdfPage } from "../../visitor-flow/pdf-page.tsx";
import { type PdfReader, usePdf } from "../../visitor-flow/use-pdf.ts";
import { readFile } from "../lib/call.ts";
import { TextButton } from "../components/button.tsx";
import { usePageContext } from "../lib/page-context.ts";
import { PageTurns, Sheet } from "./paper.tsx";
import styles from "./paper.module.css";

/** `unseen`: it cannot be agreed to yet. `broken`: it does not show here. */
export type DocumentState = "unseen" | "seen" | "broken";

type DocumentProps = { agreement: DoorAgreement; title: string; see: (seen: DocumentState) => void };

/** The document of an agreement. @param path below `/visit/api`, without the document's own part */
export const useDocument = (agreement: DoorAgreement, path: string, see: (seen: DocumentState) => void): PdfReader => {
  const { token, language } = usePageContext();
  const read = useCallback(() => {
    const query = new URLSearchParams({ language_id: language }).toString();
    return readFile(`${path}/agreements/${agreement._id}/pdf?${query}`, token);
  }, [agreement._id, language, path, token]);
  const reading = usePdf(agreement.type === "pdf" ? read : undefined);
  const { pdf } = reading;
  useEffect(() => {
    if (pdf === null) see("broken");
    else if (pdf !== undefined) see("seen");
  }, [pdf, see]);
  return reading;
};

/** A page made for paper is small on a phone: who wants it larger moves it about. */
const LARGE = 2.25;

/** A document, a page at a time. */
export const Document = ({ title, reading }: { title: string; reading: PdfReader }) => {
  const { t } = useTranslation("visitor-flow");
  const { pdf, page, fail } = reading;
  const [isLarge, setLarge] = useState(false);
  const classNames = { box: styles.document, text: "hidden" };
  return (
    <Sheet title={title}>
      {pdf === null && <p role="status">{t("pdfBroken")}</p>}
      {pdf === undefined && <div className={styles.document} aria-busy="true" />}
      {pdf && <PdfPage {...{ pdf, page, classNames, title, fail }} zoom={isLarge ? LARGE : 1} />}
      {pdf && (
        <PageTurns pages={reading}>
          <TextButton
            icon={
              isLarge ? (
                <IconZoomOut size={18} stroke={1.8} aria-hidden="true" />
              ) : (
                <IconZoomIn size={18} stroke={1.8} aria-hidden="true" />
              )
            }
            onClick={() => setLarge(!isLarge)}
          >
            {t(isLarge ? "smaller" : "larger")}
          </TextButton>
        </PageTurns>
      )}
    </Sheet>
  );
};

/** Watched to the end: who jumps ahead is taken back to where they were. */
export const Video = ({ agreement, title, see }: DocumentProps) => {
  const { t } = useTranslation("visitor-flow");
  const { location, language } = usePageContext();
  const reached = useRef(0);
  const [isBroken, setBroken] = useState(false);
  const url = inLanguage(agreement.video, language, location?.default_language ?? "en");
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
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the location's own video, with what it has in its picture */}
          <video
            className={styles.video}
            src={url}
            controls
            playsInline
            disablePictureInPicture
            controlsList="nodownload noplaybackrate"
            aria-label={title}
            onTimeUpdate={({ currentTarget: video }) => {
              if (!video.seeking) reached.current = Math.max(reached.current, video.currentTime);
            }}
            onSeeking={({ currentTarget: video }) => {
              if (video.currentTime > reached.current + 1) video.currentTime = reached.current;
            }}
            onEnded={() => see("seen")}
            onError={fail}
          />
          <p>{t("watchToEnd")}</p>
        </>
      )}
    </Sheet>
  );
};
