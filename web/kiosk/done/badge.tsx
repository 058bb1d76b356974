import { useTranslation } from "react-i18next";
import { encodeQR } from "qr";

import { formatShortDay } from "../../shared/format.ts";
import { LocationLogo } from "../components/location-logo.tsx";
import type { CompletedSignIn } from "../sign-in/sign-in.tsx";
import { useKioskContext } from "../lib/kiosk-context.ts";
import styles from "./badge.module.css";

/** The least there is; the white of the badge around it is the code's own quiet zone. */
const BORDER = 1;

/** A QR code as one path; drawn in ink, never in a colour. */
const Qr = ({ text, label }: { text: string; label: string }) => {
  const rows = encodeQR(text, "raw", { border: BORDER, ecc: "medium" });
  const side = rows.length - 2 * BORDER;
  const dots = rows.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      className={styles.qr}
      viewBox={`${BORDER} ${BORDER} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={dots.join("")} />
    </svg>
  );
};

/** What is printed on a label, and shown in the light of the door. */
export const Badge = ({ arrived: { signedIn, photo } }: { arrived: CompletedSignIn }) => {
  const { t } = useTranslation();
  const { door, language } = useKioskContext();
  const { badge } = signedIn;
  if (badge === undefined) return null;
  const { timezone: timeZone } = door.location;
  const day = formatShortDay(new Date(signedIn.signed_in), { language, timeZone }, new Date(0));
  return (
    <article className={styles.badge} aria-label={t("badge.name")}>
      <span className={styles.slot} aria-hidden="true" />
      <div className={styles.top}>
        <LocationLogo location={door.location} small />
        <span className={styles.type}>{badge.visit_type}</span>
      </div>
      {photo !== undefined && <img className={styles.photo} src={photo} alt="" />}
      <p className={styles.person}>{badge.name}</p>
      {badge.company !== undefined && <p className={styles.company}>{badge.company}</p>}
      <div className={styles.foot}>
        <div>
          {badge.host !== undefined && (
            <>
              <p className={styles.small}>{t("badge.visits")}</p>
              <p className={styles.host}>{badge.host}</p>
            </>
          )}
          <p className={styles.small}>
            {day}
            {badge.visitor_number !== undefined && ` · ${badge.visitor_number}`}
          </p>
        </div>
        <Qr text={signedIn.code} label={t("badge.code")} />
      </div>
    </article>
  );
};
