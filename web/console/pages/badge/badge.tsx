import { encodeQR } from "qr";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";

import { dayAsWritten } from "../../../../shared/typography.ts";
import { accentVariables } from "../../../shared/colour.ts";
import { LocationMark } from "../../components/location-mark.tsx";
import { useLocation, useFormatContext } from "../../data/location.ts";
import { useVisitTypes } from "../../data/visit-types.ts";
import { nameOf, type Visit } from "../../data/visits.ts";
import styles from "./badge.module.css";

/** The package draws at least one square of margin; the label has its own. */
const MARGIN = 1;

/** The dark squares of a code as one path. */
const Code = ({ text, label }: { text: string; label: string }) => {
  const rows = encodeQR(text, "raw", { border: MARGIN, ecc: "medium" });
  const dots = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const side = rows.length - 2 * MARGIN;
  return (
    <svg className={styles.code} viewBox={`${MARGIN} ${MARGIN} ${side} ${side}`} role="img" aria-label={label}>
      <path d={dots.join("")} shapeRendering="crispEdges" />
    </svg>
  );
};

const useDay = (): ((instant: string) => string) => {
  const { language, timeZone } = useFormatContext();
  const parts = { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone } as const;
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, parts);
  return (instant) => dayAsWritten(format.format(new Date(instant)), language);
};

type BadgeProps = { visit: Visit; code: string; photo: string | undefined; width: number; height: number };

const Foot = ({ visit, code }: Pick<BadgeProps, "visit" | "code">) => {
  const { t } = useTranslation("badge");
  const day = useDay()(visit.signed_in);
  const number = visit["visitor_number"];
  return (
    <div className={styles.foot}>
      <div className={styles.words}>
        {visit.recipient !== undefined && (
          <>
            <p className={styles.small}>{t("visits")}</p>
            <p className={styles.host}>{visit.recipient}</p>
          </>
        )}
        <p className={styles.small}>{number === undefined ? day : t("dayAndNumber", { day, number })}</p>
      </div>
      <Code text={code} label={t("code")} />
    </div>
  );
};

/** A label: who, from where, to whom, and the code that signs out. @param width and height in millimetres */
export const Badge = ({ visit, code, photo, width, height }: BadgeProps) => {
  const { t } = useTranslation("badge");
  const location = useLocation();
  const type = useVisitTypes().find(({ _id }) => _id === visit.visit_type)?.name;
  const style = { ...accentVariables(location.colour), "--wide": width, "--high": height } as CSSProperties;
  return (
    <article className={styles.badge} data-scheme="light" aria-label={t("of", { name: nameOf(visit) })} style={style}>
      <div className={styles.top}>
        <span className={styles.place}>
          <LocationMark location={location} />
          <span>{location.name}</span>
        </span>
        <span className={styles.type}>{type}</span>
      </div>
      <div className={styles.middle}>
        {photo !== undefined && <img className={styles.photo} src={photo} alt="" />}
        <p className={styles.person}>{nameOf(visit)}</p>
        {visit.company !== undefined && <p className={styles.company}>{visit.company}</p>}
      </div>
      <Foot visit={visit} code={code} />
    </article>
  );
};
