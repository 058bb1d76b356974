import { useTranslation } from "react-i18next";

import { atLineStart } from "../../../shared/text/typography.ts";
import { usePageContext } from "../lib/page-context.ts";
import { useFormatTime } from "../lib/use-format-time.ts";
import type { Invitation } from "./door.ts";
import styles from "./visit-card.module.css";

const partOf = (instant: Date, language: string, timeZone: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(language, { ...options, timeZone }).format(instant);

const Leaf = ({ day, timeZone }: { day: Date; timeZone: string }) => {
  const { language } = usePageContext();
  return (
    <span className={styles.leaf} data-scheme="light">
      <span className={styles.month}>{partOf(day, language, timeZone, { month: "short" }).replace(".", "")}</span>
      <span className={styles.day}>{partOf(day, "en", timeZone, { day: "numeric" })}</span>
    </span>
  );
};

/** The visit itself on top, so that the visitor trusts the link. */
export const VisitCard = ({ invitation: { visiting_on, host, location, visit_type } }: { invitation: Invitation }) => {
  const { t } = useTranslation();
  const { language } = usePageContext();
  const timeZone = location.timezone;
  const formatTime = useFormatTime({ language, timeZone });
  const start = visiting_on?.startDate;
  const from = start === undefined ? undefined : new Date(start);
  const wordsOf = (instant: Date): string => {
    const day = partOf(instant, language, timeZone, { weekday: "long" });
    const time = formatTime(instant);
    // As in emails, midnight means the day.
    return atLineStart(time.startsWith("00:00") ? day : t("card.when", { day, time }), language);
  };
  const when = from === undefined ? t("card.anyDay") : wordsOf(from);
  return (
    <section className={styles.card} aria-label={t("card.label")}>
      {from !== undefined && <Leaf day={from} timeZone={timeZone} />}
      <div className={styles.words}>
        <p className={styles.when}>{when}</p>
        {host !== undefined && <p>{t("card.host", { host })}</p>}
        {host === undefined && visit_type !== undefined && <p>{visit_type.name[language] ?? visit_type.name["en"]}</p>}
        {location.address !== undefined && <p>{location.address}</p>}
      </div>
    </section>
  );
};
