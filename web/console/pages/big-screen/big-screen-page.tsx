import { IconArrowLeft, IconEye, IconEyeOff, IconMaximize } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { visitorInitials } from "../../../../shared/text/initials.ts";
import { formatDayHeading, formatDuration, formatNumber, formatTime } from "../../../shared/format.ts";
import { IconButton } from "../../components/button/button.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { LocationMark } from "../../components/layout/location-mark.tsx";
import { PageTitle } from "../../components/layout/page-title.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { LiveDot } from "../../components/feedback/status-label.tsx";
import { countExpected } from "../../data/lists/expected-today.ts";
import { useExpectedToday } from "../../data/lists/use-expected-today.ts";
import { useNewVisits } from "../../data/live/use-new-visits.ts";
import { useConnection } from "../../data/live/connection.ts";
import { useLiveEvents } from "../../data/live/live.ts";
import { useLocation, useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { savePreference, preference } from "../../lib/preferences.ts";
import { useCan } from "../../data/session/session.ts";
import type { ReadFailure } from "../../data/api/read-failure.ts";
import { useInsideGroups } from "../../data/lists/inside-groups.ts";
import { nameOf, formatStay } from "../../data/lists/visits.ts";
import styles from "./big-screen.module.css";
import { useVisibleRows } from "./use-visible-rows.ts";
import { useWakeLock } from "../../../shared/use-wake-lock.ts";

/** As many as a list holds; of these it shows what the wall has room for, and says how many more there are. */
const MOST = 48;

type WallVisitor = { first_name?: string; last_name?: string; company?: string };

/** With names hidden only initials are on the wall. */
const wallName = (person: WallVisitor, isHidden: boolean): string =>
  isHidden ? visitorInitials(person) : nameOf(person);

const useNames = (): [hidden: boolean, turn: () => void] => {
  const [hidden, setHidden] = useState(preference("view big-screen") === "initials");
  const turn = (): void => {
    savePreference("view big-screen", hidden ? "names" : "initials");
    setHidden(!hidden);
  };
  return [hidden, turn];
};

const Top = ({ hidden, turn }: { hidden: boolean; turn: () => void }) => {
  const { t } = useTranslation("big-screen");
  const location = useLocation();
  const writing = useFormatContext();
  const connection = useConnection();
  const live = connection === "live";
  const now = new Date(useNow());
  const fill = (): void => void document.documentElement.requestFullscreen();
  return (
    <header className={styles.top}>
      <Link
        to="/at/$location/reception"
        params={{ location: location._id }}
        className={styles.back}
        aria-label={t("back")}
        title={t("back")}
      >
        <IconArrowLeft size={22} stroke={1.6} aria-hidden="true" />
      </Link>
      <LocationMark location={location} size={40} />
      <span className={styles.name}>{location.name}</span>
      <span className={styles.date}>{formatDayHeading(now, writing)}</span>
      <LiveDot live={live}>{t(`console:${connection}`)}</LiveDot>
      <span className={styles.controls}>
        <IconButton label={hidden ? t("showNames") : t("hideNames")} onClick={turn}>
          {hidden ? <IconEye /> : <IconEyeOff />}
        </IconButton>
        {document.fullscreenEnabled && (
          <IconButton label={t("fill")} onClick={fill}>
            <IconMaximize />
          </IconButton>
        )}
      </span>
      <time className={styles.clock}>{formatTime(now, writing)}</time>
    </header>
  );
};

type HeadingProps = { count: number | undefined; title: string };

/** A list's heading. The count keeps its place while it is read. */
const Heading = ({ count, title }: HeadingProps) => {
  const { i18n } = useTranslation();
  return (
    <h2 className={styles.heading}>
      <span className={styles.count}>{count === undefined ? "\u00A0" : formatNumber(count, i18n.language)}</span>
      {title}
    </h2>
  );
};

/** In place of a list that can't be read; nothing while it is on its way. */
const Unread = ({ title, failure: { error, retry } }: { title: string; failure: ReadFailure }) =>
  error !== null && <LoadingState label={title} error={error} retry={retry} />;

type ExpectedWallProps = ReturnType<typeof useExpectedToday> & { hidden: boolean };

const ExpectedWall = ({ expected, failure, hidden }: ExpectedWallProps) => {
  const { t, i18n } = useTranslation("big-screen");
  const writing = useFormatContext();
  const coming = expected?.filter(({ group }) => group !== "missed") ?? [];
  const { room, list } = useVisibleRows(Math.min(coming.length, MOST));
  return (
    <section className={styles.part} aria-label={t("expected")}>
      <Heading count={expected && countExpected(expected)} title={t("expected")} />
      {expected === undefined && <Unread title={t("expected")} failure={failure} />}
      {coming.length > 0 && (
        <ul ref={list} className={styles.list}>
          {coming.slice(0, room).map(({ person, start, group, lateMs, unnamed }) => (
            <li key={person._id} className={styles.row} data-late={group === "late" || undefined}>
              <span className={styles.time}>{group === "anytime" ? "" : formatTime(new Date(start), writing)}</span>
              <span className={styles.who}>
                {unnamed === undefined ? wallName(person, hidden) : `${person.last_name} (${unnamed})`}
              </span>
              <span className={styles.end}>
                {group === "late" ? t("late", { duration: formatDuration(lateMs, i18n.language) }) : person.company}
              </span>
            </li>
          ))}
        </ul>
      )}
      {expected !== undefined && coming.length === 0 && <p className={styles.none}>{t("noneExpected")}</p>}
      {coming.length > room && <p className={styles.none}>{t("more", { count: coming.length - room })}</p>}
    </section>
  );
};

type InsideWallProps = { hidden: boolean; fresh: ReadonlySet<string> };

const InsideWall = ({ hidden, fresh }: InsideWallProps) => {
  const { t, i18n } = useTranslation("big-screen");
  const now = useNow();
  const { groups, ...failure } = useInsideGroups();
  const visits = groups?.people;
  const newest = visits?.toSorted((a, b) => (a.signed_in < b.signed_in ? 1 : -1)) ?? [];
  const { room, list } = useVisibleRows(Math.min(newest.length, MOST));
  return (
    <section className={styles.part} aria-label={t("inside")}>
      <Heading count={visits?.length} title={t("inside")} />
      {visits === undefined && <Unread title={t("inside")} failure={failure} />}
      {newest.length > 0 && (
        <ul ref={list} className={`${styles.list} ${styles.people}`}>
          {newest.slice(0, room).map((visit) => (
            <li key={visit._id} className={styles.person} data-fresh={fresh.has(visit._id) || undefined}>
              <Portrait person={visit} size="exception" {...(!hidden && { visitId: visit._id })} />
              <span className={styles.who}>{hidden ? (visit.company ?? "") : nameOf(visit)}</span>
              <span className={styles.end}>{formatStay(visit, now, i18n.language)}</span>
            </li>
          ))}
        </ul>
      )}
      {visits?.length === 0 && <p className={styles.none}>{t("noneInside")}</p>}
      {newest.length > room && <p className={styles.none}>{t("more", { count: newest.length - room })}</p>}
    </section>
  );
};

/** For a screen on the wall: the time, who comes next, who is inside; always as it is now. */
export const BigScreenPage = () => {
  const { t } = useTranslation("big-screen");
  const location = useLocation();
  const [hidden, turn] = useNames();
  const fresh = useNewVisits();
  const expected = useExpectedToday();
  const expects = useCan("registered_visitors");
  useLiveEvents(location._id);
  useWakeLock();
  return (
    <main className={styles.screen}>
      <PageTitle hidden>{t("title")}</PageTitle>
      <Top hidden={hidden} turn={turn} />
      <div className={styles.parts} data-one={!expects || undefined}>
        {expects && <ExpectedWall {...expected} hidden={hidden} />}
        <InsideWall hidden={hidden} fresh={fresh} />
      </div>
    </main>
  );
};
