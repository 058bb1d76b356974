import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { dayOf, formatChannel, formatList, formatShortDay, formatTime } from "../../../shared/format.ts";
import { InterpolatedText, slot } from "../../components/language/interpolated-text.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import type { Visit } from "../../data/lists/visits.ts";
import { sourceOf } from "./facts.tsx";
import { type TimelineEvent, timelineQuery } from "./queries.ts";
import styles from "./visit.module.css";

const useHow = (): ((by: TimelineEvent["by"]) => string) => {
  const { t, i18n } = useTranslation("visit");
  return (by = []) =>
    formatList(
      by.map((kind) => t(`by.${kind}`, formatChannel(kind))),
      i18n.language,
    );
};

const ArrivalOrDeparture = ({ visit, what }: { visit: Visit; what: "signed_in" | "signed_out" }) => {
  const { t } = useTranslation("visit");
  const source = sourceOf(what === "signed_in" ? visit.signed_in_source : visit.signed_out_source);
  const entryPoint = useEntryPoints().find(({ _id }) => _id === visit.entrypoint_id)?.name;
  const text = t(`timeline.at.${source}`, { what: slot(0) });
  const whole =
    entryPoint === undefined || what === "signed_out" || source === "desk" ? text : `${text}, ${entryPoint}`;
  return <InterpolatedText text={whole} parts={[<b key="what">{t(`timeline.${what}`)}</b>]} />;
};

const HostMessage = ({ visit, event }: { visit: Visit; event: TimelineEvent }) => {
  const { t } = useTranslation("visit");
  const how = useHow()(event.by);
  const host = visit.recipient ?? t("timeline.approvalAddress");
  const state = event.state ?? "sent";
  const words = t(`timeline.${event.what}.${state}` as "timeline.host_told.sent", { host, how });
  return <span className={state === "failed" ? styles.failed : undefined}>{words}</span>;
};

const EventText = ({ visit, event }: { visit: Visit; event: TimelineEvent }) => {
  const { t } = useTranslation("visit");
  const { what } = event;
  if (what === "signed_in" || what === "signed_out") return <ArrivalOrDeparture visit={visit} what={what} />;
  if (what === "host_told" || what === "host_asked" || what === "host_told_of_leaving")
    return <HostMessage visit={visit} event={event} />;
  return t(`timeline.${what}`);
};

const useShownAt = (visit: Visit): ((at: string) => string) => {
  const writing = useFormatContext();
  const day = dayOf(new Date(visit.signed_in), writing.timeZone);
  return (at) => {
    const date = new Date(at);
    return dayOf(date, writing.timeZone) === day ? formatTime(date, writing) : formatShortDay(date, writing);
  };
};

/** What happened to the visit, newest first. */
export const Timeline = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation("visit");
  const shownAt = useShownAt(visit);
  const audits = useCan("location.manage");
  const { data: events = [] } = useQuery(timelineQuery(visit.company_id, visit._id));
  if (events.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t("timeline.title")}</h3>
      <ol className={styles.timeline}>
        {events.map((event) => (
          <li
            key={`${event.what} ${event.at} ${event.state}`}
            className={styles.event}
            data-now={(event.what === "signed_in" && visit.signed_out === undefined) || undefined}
          >
            <span className={styles.dot} aria-hidden="true" />
            <span className={styles.what}>
              <EventText visit={visit} event={event} />
            </span>
            <time dateTime={event.at}>{shownAt(event.at)}</time>
          </li>
        ))}
      </ol>
      {audits && (
        <Link
          className={styles.link}
          to="/at/$location/settings/audit"
          params={{ location: visit.company_id }}
          search={{ subject: visit._id }}
        >
          {t("timeline.audit")}
        </Link>
      )}
    </section>
  );
};
