import { IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { type DoorAgreement, inLanguage } from "../../visitor-flow/door.ts";
import { PdfPage } from "../../visitor-flow/pdf-page.tsx";
import type { Pages } from "../../visitor-flow/use-pages.ts";
import { type PdfReader, usePdf } from "../../visitor-flow/use-pdf.ts";
import { readDocument } from "../device/documents.ts";
import { PanelButton } from "../components/button.tsx";
import { useKioskContext } from "../lib/kiosk-context.ts";
import styles from "./agreement.module.css";
import { PageTurns, Paper } from "./paper.tsx";

/** `watching`: it is on its way, or not watched to the end: it cannot be agreed to yet. `broken`: it does not show here. */
export type DocumentState = "watching" | "seen" | "broken";

type AgreementDocumentProps = { agreement: DoorAgreement; title: string };
type OnDocumentState = (seen: DocumentState) => void;

const SignatureRetentionNote = () => {
  const { t } = useTranslation("visitor-flow");
  const days = useKioskContext().door.settings.retention_days;
  return days === undefined ? null : <p className={styles.kept}>{t("signatureKept", { count: days })}</p>;
};

const Broken = ({ title, words }: { title: string; words: string }) => (
  <section className={styles.sheet} aria-label={title}>
    <h2>{title}</h2>
    <p role="status">{words}</p>
  </section>
);

/** The document of an agreement; one that is none, or cannot be read here, is broken. */
export const useDocument = (agreement: DoorAgreement, see: OnDocumentState): PdfReader => {
  const { device, door, language } = useKioskContext();
  const fallback = door.location.default_language;
  const read = useCallback(
    () => readDocument({ agreement, language, fallback }, device.credential()),
    [agreement, language, fallback, device],
  );
  const reading = usePdf(agreement.type === "pdf" ? read : undefined);
  const { pdf } = reading;
  useEffect(() => {
    if (pdf === null) see("broken");
    else if (pdf !== undefined) see("seen");
  }, [pdf, see]);
  return reading;
};

/** A page made for paper is small on a tablet: who wants it larger moves it about. */
const LARGE = 1.75;

const Document = ({ title, reading }: { title: string; reading: PdfReader }) => {
  const { t } = useTranslation("visitor-flow");
  const { pdf, page, fail } = reading;
  const [isLarge, setLarge] = useState(false);
  if (pdf === null) return <Broken title={title} words={t("pdfBroken")} />;
  const classNames = { box: styles.document, text: styles.text };
  return (
    <section className={styles.sheet} aria-label={title} aria-busy={pdf === undefined}>
      <h2>{title}</h2>
      {pdf === undefined ? (
        <div className={styles.document} />
      ) : (
        <PdfPage {...{ pdf, page, classNames, title, fail }} zoom={isLarge ? LARGE : 1} />
      )}
      {pdf && (
        <PageTurns pages={reading}>
          <PanelButton
            icon={
              isLarge ? (
                <IconZoomOut size={22} stroke={1.8} aria-hidden="true" />
              ) : (
                <IconZoomIn size={22} stroke={1.8} aria-hidden="true" />
              )
            }
            onClick={() => setLarge(!isLarge)}
          >
            {t(isLarge ? "smaller" : "larger")}
          </PanelButton>
        </PageTurns>
      )}
    </section>
  );
};

/** Watched to the end: who jumps ahead is taken back to where they were. */
const Video = ({ agreement, title, see }: AgreementDocumentProps & { see: OnDocumentState }) => {
  const { t } = useTranslation("visitor-flow");
  const { door, language } = useKioskContext();
  const reached = useRef(0);
  const [isBroken, setBroken] = useState(false);
  const url = inLanguage(agreement.video, language, door.location.default_language);
  const fail = (): void => {
    setBroken(true);
    see("broken");
  };
  if (isBroken || url === undefined) return <Broken title={title} words={t("videoBroken")} />;
  return (
    <section className={styles.sheet} aria-label={title}>
      <h2>{title}</h2>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the location's own video, with what it has in its picture */}
      <video
        className={styles.video}
        src={url}
        controls
        playsInline
        disablePictureInPicture
        controlsList="nodownload nofullscreen noplaybackrate"
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
      <p className={styles.kept}>{t("watchToEnd")}</p>
    </section>
  );
};

/** What is agreed to: a text page by page, a document, a video. */
export const AgreementPaper = ({
  agreement,
  title,
  pages,
  reading,
  text,
  see,
}: AgreementDocumentProps & { pages: Pages; reading: PdfReader; text: string; see: OnDocumentState }) => {
  if (agreement.type === "pdf") return <Document {...{ title, reading }} />;
  if (agreement.type === "video") return <Video {...{ agreement, title, see }} />;
  return (
    <Paper title={title} text={text} pages={pages}>
      <SignatureRetentionNote />
    </Paper>
  );
};
