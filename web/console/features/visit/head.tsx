import { IconEdit } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { formatDay, formatShortDay, formatTime, dayOf } from "../../../shared/format.ts";
import { IconButton } from "../../components/button/button.tsx";
import { usePhoto } from "../../components/photo/use-photo.ts";
import { PersonHead } from "../../components/photo/person-head.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { usePendingIds } from "../../data/lists/pending-actions.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { usePicture } from "../../../shared/use-picture.ts";
import { useNow } from "../../lib/use-now.ts";
import { nameOf, formatStay, type Visit } from "../../data/lists/visits.ts";
import { useVisitStatus } from "./visit-status.ts";
import styles from "./visit.module.css";

/** `09:05`, with the day when it is not the one the visit began on. */
const useEnd = (visit: Visit): string => {
  const writing = useFormatContext();
  if (visit.signed_out === undefined) return "";
  const [start, end] = [new Date(visit.signed_in), new Date(visit.signed_out)];
  const sameDay = dayOf(start, writing.timeZone) === dayOf(end, writing.timeZone);
  const time = formatTime(end, writing);
  return sameDay ? time : `${formatShortDay(end, writing)}, ${time}`;
};

const VisitStatusLabel = ({ visit }: { visit: Visit }) => {
  const { t, i18n } = useTranslation("visit");
  const writing = useFormatContext();
  const since = formatStay(visit, useNow(), i18n.language);
  const end = useEnd(visit);
  const standing = useVisitStatus()(visit);
  const leaving = usePendingIds("out").has(visit._id);
  if (leaving && visit.signed_out === undefined) return <StatusLabel kind="quiet">{t("standing.leaving")}</StatusLabel>;
  if (standing === "inside")
    return (
      <span className={styles.inside}>
        <span className={styles.halo} aria-hidden="true" />
        {t("standing.inside", { duration: since })}
      </span>
    );
  if (standing === "undecided")
    return <StatusLabel kind="warning">{t("standing.undecided", { duration: since })}</StatusLabel>;
  if (standing === "rejected") return <StatusLabel kind="rejected">{t("standing.rejected")}</StatusLabel>;
  if (standing === "overdue") {
    const day = formatDay(new Date(visit.signed_in), writing);
    return <StatusLabel kind="overdue">{t("standing.overdue", { day })}</StatusLabel>;
  }
  return <StatusLabel kind="quiet">{t("standing.out", { time: end })}</StatusLabel>;
};

type FaceProps = { visit: Visit; photo: string | undefined; whole: boolean; turn: () => void };

const Face = ({ visit, photo, whole, turn }: FaceProps) => {
  const { t } = useTranslation("visit");
  const portrait = <Portrait person={visit} visitId={visit._id} size="panel" />;
  if (photo === undefined) return portrait;
  return (
    <button
      type="button"
      className={styles.face}
      aria-expanded={whole}
      aria-label={t("photoOf", { name: nameOf(visit) })}
      onClick={turn}
    >
      {portrait}
    </button>
  );
};

/** Face, name, company and state of the visit; the face opens the whole photo. @param edit for those who may */
export const Head = ({ visit, edit }: { visit: Visit; edit: (() => void) | undefined }) => {
  const { t } = useTranslation("visit");
  const address = usePhoto(visit._id);
  // What is stored may be anything that a caller sent (rules 2).
  const picture = usePicture(visit.photo);
  const isDrawn = visit.photo === undefined || picture.src !== undefined;
  const photo = isDrawn ? address : undefined;
  const [whole, setWhole] = useState(false);
  const name = nameOf(visit) || t("unnamed");
  return (
    <>
      <PersonHead
        face={<Face visit={visit} photo={photo} whole={whole} turn={() => setWhole(!whole)} />}
        name={name}
        company={visit.company}
        standing={<VisitStatusLabel visit={visit} />}
        action={
          edit !== undefined && (
            <IconButton label={t("edit")} onClick={edit}>
              <IconEdit />
            </IconButton>
          )
        }
      />
      {!isDrawn && <p className={styles.small}>{t("photoNotDrawn")}</p>}
      {whole && photo !== undefined && (
        <img className={styles.photo} src={photo} alt={t("photoOf", { name })} onError={picture.onError} />
      )}
    </>
  );
};
