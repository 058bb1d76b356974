import { IconFileText } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { type DoorAgreement, inLanguage } from "../../shared/visit/door.ts";
import { readFile } from "../call.ts";
import { SideLink } from "../components/button.tsx";
import { usePlace } from "../place.ts";
import { Sheet } from "./paper.tsx";
import styles from "./paper.module.css";

/** `unseen`: it cannot be agreed to yet. `broken`: it does not show here. */
export type Seen = "unseen" | "seen" | "broken";

type DocumentProps = { agreement: DoorAgreement; title: string; see: (seen: Seen) => void };

/** @param path below `/visit/api`, without the document's own part */
export const Pdf = ({ agreement, title, see, path }: DocumentProps & { path: string }) => {
  const { t } = useTranslation();
  const { token, language } = usePlace();
  const [url, setUrl] = useState<string | null>();
  useEffect(() => {
    const read = { url: "", isOver: false };
    const begin = async (): Promise<void> => {
      const query = new URLSearchParams({ language_id: language }).toString();
      const file = await readFile(`${path}/agreements/${agreement._id}/pdf?${query}`, token);
      if (read.isOver) return;
      read.url = file === undefined ? "" : URL.createObjectURL(file);
      setUrl(file === undefined ? null : read.url);
      if (file === undefined) see("broken");
    };
    void begin();
    return () => {
      read.isOver = true;
      if (read.url !== "") URL.revokeObjectURL(read.url);
    };
  }, [agreement._id, language, path, see, token]);
  return (
    <Sheet title={title}>
      <p role="status">{url === null ? t("visit:pdfBroken") : t("document.hint")}</p>
      {url !== null && (
        <SideLink
          icon={<IconFileText size={22} stroke={1.6} aria-hidden="true" />}
          href={url}
          target="_blank"
          rel="noopener"
          aria-disabled={url === undefined || undefined}
          onClick={() => url !== undefined && see("seen")}
        >
          {t("document.open")}
        </SideLink>
      )}
    </Sheet>
  );
};

/** Watched to the end: who jumps ahead is taken back to where they were. */
export const Video = ({ agreement, title, see }: DocumentProps) => {
  const { t } = useTranslation("visit");
  const { location, language } = usePlace();
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
