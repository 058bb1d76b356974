import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatDayTime, formatShortDay } from "../../../shared/format.ts";
import { useFormatContext } from "../../data/session/location.ts";
import type { Person } from "../../data/lists/same-person.ts";
import { nameOf, type Visit } from "../../data/lists/visits.ts";
import { Agreements } from "./agreements.tsx";
import { useNoShows } from "./use-no-shows.ts";
import { useVisitsOfPerson } from "./use-visits-of-person.ts";
import styles from "./visit.module.css";

const SHOWN = 5;

/** The host that most of the visits were to, where that is more than one of them. */
const usualHost = (visits: readonly Visit[]): string | undefined => {
  const hosts = [...Map.groupBy(visits, ({ recipient }) => recipient)].filter(([host]) => host !== undefined);
  const [most] = hosts.toSorted(([, a], [, b]) => b.length - a.length);
  return most !== undefined && most[1].length > 1 ? most[0] : undefined;
};

const Line = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation("visit");
  const writing = useFormatContext();
  const date = new Date(visit.signed_in);
  const host = visit.recipient === undefined ? "" : t("earlier.host", { host: visit.recipient });
  return (
    <li className={styles.earlier}>
      <Link
        className={styles.link}
        to="/at/$location/visits/$visit"
        params={{ location: visit.company_id, visit: visit._id }}
      >
        {formatDayTime(date, writing)}
      </Link>
      <span className={styles.earlierHost}>{host}</span>
    </li>
  );
};

/** How often a visitor was expected and didn't come. */
const NoShows = ({ dates }: { dates: readonly Date[] }) => {
  const { t } = useTranslation("visit");
  const writing = useFormatContext();
  const [last] = dates;
  if (last === undefined) return null;
  return (
    <p className={styles.earlierHost}>
      {t("earlier.noShows", { count: dates.length, day: formatShortDay(last, writing) })}
    </p>
  );
};

type EarlierVisitsProps = {
  person: Person & { company_id: string };
  /** The visit of theirs that is shown already. */
  besides?: string;
};

/** The visits that seem to be of a person: how many and how many no-shows, where all were read, usually to whom, and the newest of them. */
export const EarlierVisits = ({ person, besides }: EarlierVisitsProps) => {
  const { t } = useTranslation("visit");
  const { named, others, isAll } = useVisitsOfPerson(person, besides);
  const noShows = useNoShows(person, named);
  const [newest] = others;
  if (newest === undefined && noShows.length === 0) return null;
  const host = usualHost(others);
  const kind = besides === undefined ? "earlier.soFar" : "earlier.title";
  return (
    <>
      <section className={styles.part}>
        <h3 className={styles.title}>{isAll ? t(kind, { count: others.length }) : t("earlier.newest")}</h3>
        <NoShows dates={noShows} />
        {host !== undefined && <p className={styles.earlierHost}>{t("earlier.usually", { host })}</p>}
        <ul>
          {others.slice(0, SHOWN).map((other) => (
            <Line key={other._id} visit={other} />
          ))}
        </ul>
        {(others.length > SHOWN || !isAll) && (
          <Link
            className={styles.link}
            to="/at/$location/log"
            params={{ location: person.company_id }}
            search={{ q: nameOf(person) }}
          >
            {t("earlier.all")}
          </Link>
        )}
      </section>
      {besides === undefined && newest !== undefined && <Agreements visit={newest} />}
    </>
  );
};
