import { useTranslation } from "react-i18next";

import { dayAsWritten } from "../../../../shared/text/typography.ts";
import { Badge, type LabelSize } from "../../../shared/badge/badge.tsx";
import { accentVariables } from "../../../shared/colour.ts";
import { LocationMark } from "../../components/layout/location-mark.tsx";
import { useLocation, useFormatContext } from "../../data/session/location.ts";
import { useVisitTypes } from "../../data/lists/visit-types.ts";
import { nameOf, type Visit } from "../../data/lists/visits.ts";
import styles from "./badge.module.css";

const useDay = (): ((instant: string) => string) => {
  const { language, timeZone } = useFormatContext();
  const parts = { weekday: "short", day: "numeric", month: "short", year: "numeric", timeZone } as const;
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, parts);
  return (instant) => dayAsWritten(format.format(new Date(instant)), language);
};

type VisitBadgeProps = { visit: Visit; code: string; size: LabelSize };

/** The badge of a visit. */
export const VisitBadge = ({ visit, code, size }: VisitBadgeProps) => {
  const { t } = useTranslation("badge");
  const location = useLocation();
  const type = useVisitTypes().find(({ _id }) => _id === visit.visit_type)?.name;
  const day = useDay()(visit.signed_in);
  const number = visit["visitor_number"];
  const photo = visit.photo === undefined ? undefined : `/api/visitors/${visit._id}/photo`;
  const mark = (
    <>
      <LocationMark location={location} />
      <span>{location.name}</span>
    </>
  );
  return (
    <div className={styles.paper} style={accentVariables(location.colour)}>
      <Badge
        {...{ size, photo, code, type }}
        title={t("of", { name: nameOf(visit) })}
        location={mark}
        name={nameOf(visit)}
        company={visit.company}
        host={visit.recipient}
        hostLabel={t("visits")}
        when={number === undefined ? day : t("dayAndNumber", { day, number })}
        codeLabel={t("code")}
      />
    </div>
  );
};
