import { useState } from "react";

import { accentVariables } from "../../../../shared/colour.ts";
import { formatShortDay } from "../../../../shared/format.ts";
import { localisedText } from "../../../components/language/languages.ts";
import { LocationMark } from "../../../components/layout/location-mark.tsx";
import { useLocation } from "../../../data/session/location.ts";
import styles from "./badge-preview.module.css";
import type { VisitTypeDraft } from "../model.ts";
import { useTextsIn } from "../texts-in.ts";

/** A finder of a QR code: the preview shows that there is one, not what it contains. */
const Code = () => (
  <svg className={styles.code} viewBox="0 0 21 21" aria-hidden="true">
    <path d="M0 0h7v7H0zM1 1v5h5V1zM2 2h3v3H2zM14 0h7v7h-7zM15 1v5h5V1zM16 2h3v3h-3zM0 14h7v7H0zM1 15v5h5v-5zM2 16h3v3H2zM9 1h1v3H9zM11 0h2v2h-2zM9 6h3v2H9zM1 9h4v1H1zM7 9h2v3H7zM11 9h4v2h-4zM17 9h3v3h-3zM9 13h3v2H9zM14 13h2v4h-2zM18 14h3v2h-3zM9 17h4v1H9zM10 19h2v2h-2zM15 18h4v1h-4zM17 20h3v1h-3z" />
  </svg>
);

/** The badge of a sample visitor, on a label. */
export const BadgePreview = ({ draft, language }: { draft: VisitTypeDraft; language: string }) => {
  const t = useTextsIn(language);
  const location = useLocation();
  const [today] = useState(() => new Date());
  const day = formatShortDay(today, { language, timeZone: location.timezone });
  return (
    <div className={styles.place} data-off={!draft.badge || undefined}>
      <div className={styles.badge} data-scheme="light" style={accentVariables(location.colour)} lang={language}>
        <span className={styles.slot} />
        <div className={styles.top}>
          <LocationMark location={location} size={22} />
          <b>{location.name}</b>
          <span className={styles.type}>
            {localisedText(draft.translations.name, language, location.default_language)}
          </span>
        </div>
        {draft.photo !== "off" && <span className={styles.photo} aria-hidden="true" />}
        <p className={styles.name}>Lena Vogt</p>
        <p className={styles.firm}>Sauter Elektrotechnik</p>
        <div className={styles.foot}>
          <div>
            <span>{t("door.visits")}</span>
            <b>John Barlow</b>
            <span>{day}</span>
          </div>
          <Code />
        </div>
      </div>
    </div>
  );
};
