import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { type DoorAgreement, inLanguage } from "../../shared/visit/door.ts";
import type { Pages } from "../../shared/visit/use-pages.ts";
import { readDocument } from "../device/call.ts";
import { usePlace } from "../place.ts";
import styles from "./agreement.module.css";
import { Paper } from "./paper.tsx";

/** `watching`: it cannot be agreed to yet. `broken`: it does not show here. */
export type Seen = "watching" | "seen" | "broken";

type Shown = { agreement: DoorAgreement; title: string };
type See = (seen: Seen) => void;

const KeptSignature = () => {
  const { t } = useTranslation("visit");
  const days = usePlace().door.settings.retention_days;
  return days === undefined ? null : <p className={styles.kept}>{t("signatureKept", { count: days })}</p>;
};

const Broken = ({ title, words }: { title: string; words: string }) => (
  <section className={styles.sheet} aria-label={title}>
    <h2>{title}</h2>
    <p role="status">{words}</p>
  </section>
);

const Pdf = ({ agreement, title, see }: Shown & { see: See }) => {
  const { t } = useTranslation("visit");
  const { device, language } = usePlace();
  const [url, setUrl] = useState<string | null>();
  useEffect(() => {
    const read = { url: "", isOver: false };
    const begin = async (): Promise<void> => {
      const found = await readDocument(agreement._id, language, device.credential());
      if (found !== undefined && read.isOver) return URL.revokeObjectURL(found);
      read.url = found ?? "";
      setUrl(found ?? null);
      if (found === undefined) see("broken");
    };
    void begin();
    return () => {
      read.isOver = true;
      if (read.url !== "") URL.revokeObjectURL(read.url);
    };
  }, [agreement._id, device, language, see]);
  if (url === null) return <Broken title={title} words={t("pdfBroken")} />;
  return (
    <section className={styles.sheet} aria-label={title}>
      <h2>{title}</h2>
      {url !== undefined && (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox, and it is the location's own
        <iframe className={styles.document} title={title} src={`${url}#toolbar=0&navpanes=0&view=FitH`} />
      )}
    </section>
  );
};

/** Watched to the end: who jumps ahead is taken back to where they were. */
const Video = ({ agreement, title, see }: Shown & { see: See }) => {
  const { t } = useTranslation("visit");
  const { door, language } = usePlace();
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
  text,
  see,
}: Shown & { pages: Pages; text: string; see: See }) => {
  if (agreement.type === "pdf") return <Pdf {...{ agreement, title, see }} />;
  if (agreement.type === "video") return <Video {...{ agreement, title, see }} />;
  return (
    <Paper title={title} text={text} pages={pages}>
      <KeptSignature />
    </Paper>
  );
};
