import { IconArrowLeft, IconCloudOff, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { FoyerError } from "../../../../client/client.ts";
import { formatDayHeading, formatNumber, formatTime } from "../../../shared/format.ts";
import { api, queryClient } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { PageTitle } from "../../components/layout/page-title.tsx";
import { evacuationQuery, evacuationsQuery } from "../../data/session/evacuation-storage.ts";
import { useLocation, useFormatContext } from "../../data/session/location.ts";
import { errorMessage } from "../../data/api/error-message.ts";
import { useInsideGroups } from "../../data/lists/inside-groups.ts";
import type { Visit } from "../../data/lists/visits.ts";
import { startLocally } from "./sync/mark-sync.ts";
import { PrintedPeople } from "./paper.tsx";
import { sortByName, localEvacuation, personsOf } from "./people.ts";
import styles from "./start.module.css";
import { useEntryPointNames } from "./use-evacuation.ts";

const begin = async (location: string, drill: boolean): Promise<void> => {
  const begun = await api.request("POST /companies/{company_id}/evacuations", {
    params: { company_id: location },
    body: { drill },
  });
  await queryClient.fetchQuery(evacuationQuery(location, begun._id));
  await queryClient.invalidateQueries({ queryKey: evacuationsQuery(location).queryKey, exact: true });
};

/** Begins it; offline on this phone alone, and elsewhere as soon as there is one. */
const useBegin = () => {
  const { t } = useTranslation("evacuation");
  const location = useLocation()._id;
  const { groups } = useInsideGroups();
  // Those who were rejected are listed too, apart: they may still be at the entrance.
  const listed = groups && [...groups.people, ...groups.rejected];
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const run = async (drill: boolean): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      await begin(location, drill);
    } catch (error) {
      if (error instanceof FoyerError && error.status < 500) setProblem(errorMessage(error));
      // An empty list would say that everyone is safe.
      else if (listed === undefined) setProblem(`${errorMessage(error)} ${t("insideUnknown")}`);
      else startLocally(localEvacuation(location, drill, listed));
    } finally {
      setBusy(false);
    }
  };
  return { run: (drill: boolean) => void run(drill), busy, problem, visits: groups?.people, listed };
};

const Earlier = () => {
  const { t, i18n } = useTranslation("evacuation");
  const location = useLocation()._id;
  const writing = useFormatContext();
  const { data = [] } = useQuery(evacuationsQuery(location));
  const ended = data.filter((one) => one.ended !== undefined);
  if (ended.length === 0) return null;
  return (
    <section className={styles.earlier} aria-labelledby="earlier">
      <h2 id="earlier">{t("earlier")}</h2>
      <ul>
        {ended.map(({ _id, started, drill, people = 0, safe = 0 }) => (
          <li key={_id}>
            <Link to="/at/$location/evacuation" params={{ location }} search={{ report: _id }}>
              <span className={styles.day}>
                {`${formatDayHeading(new Date(started), writing)}, ${formatTime(new Date(started), writing)}`}
              </span>
              <span>{drill ? t("drill") : t("title")}</span>
              <span className={styles.figure}>
                {t("ofAreSafe", {
                  count: people,
                  safe: formatNumber(safe, i18n.language),
                  all: formatNumber(people, i18n.language),
                })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Inside = ({ visits }: { visits: readonly Visit[] | undefined }) => {
  const { t, i18n } = useTranslation("evacuation");
  const count = visits?.length ?? 0;
  return (
    <p className={styles.count}>
      <span className={styles.number}>{visits === undefined ? "" : formatNumber(count, i18n.language)}</span>
      <span className={styles.inside}>{t("areInside", { count })}</span>
    </p>
  );
};

const Unheard = ({ isInsideKnown }: { isInsideKnown: boolean }) => {
  const { t } = useTranslation("evacuation");
  return (
    <p className={styles.unheard} role="status">
      <IconCloudOff size={20} stroke={1.6} aria-hidden="true" />
      <span>
        <b>{t("noNetwork")}</b> {t("unheard")} {!isInsideKnown && t("insideUnknown")}
      </span>
    </p>
  );
};

/** How long a first press waits for the second. */
const ARMED_MS = 8_000;

/** Begins an evacuation with the second press: one that is started by mistake reaches everyone. */
const StartButton = ({ busy, run }: { busy: boolean; run: () => void }) => {
  const { t } = useTranslation("evacuation");
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    if (!isArmed) return undefined;
    const timer = setTimeout(() => setArmed(false), ARMED_MS);
    return () => clearTimeout(timer);
  }, [isArmed]);
  const press = ({ detail }: MouseEvent): void => {
    // The second press of a double click is the same slip; a third one is meant.
    if (busy || detail === 2) return;
    if (isArmed) run();
    setArmed(!isArmed);
  };
  return (
    <button type="button" className={styles.start} aria-busy={busy} onClick={press}>
      <span aria-live="assertive">{isArmed ? t("startAgain") : t("start")}</span>
    </button>
  );
};

/**
 * Before it: how many are inside, and two ways to begin. Nothing begins by coming here.
 * @param isUnheard offline, it can't be known whether one goes on
 */
export const Start = ({ isUnheard }: { isUnheard: boolean }) => {
  const { t, i18n } = useTranslation("evacuation");
  const location = useLocation();
  const entryPoints = useEntryPointNames();
  const { run, busy, problem, visits, listed } = useBegin();
  return (
    <main className={styles.page}>
      <Link to="/at/$location/reception" params={{ location: location._id }} className={styles.back}>
        <IconArrowLeft size={20} stroke={1.6} aria-hidden="true" />
        {location.name}
      </Link>
      <PageTitle className={styles.title}>{t("title")}</PageTitle>
      {(visits !== undefined || !isUnheard) && <Inside visits={visits} />}
      {isUnheard && <Unheard isInsideKnown={visits !== undefined} />}
      <p className={styles.help}>{t("startHelp")}</p>
      {problem !== "" && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.ways}>
        <StartButton busy={busy} run={() => run(false)} />
        <button type="button" className={styles.drill} aria-busy={busy} onClick={() => !busy && run(true)}>
          {t("startDrill")}
        </button>
        <Button kind="quiet" size="setup" icon={<IconPrinter aria-hidden="true" />} onClick={() => globalThis.print()}>
          {t("print")}
        </Button>
      </div>
      <Earlier />
      <PrintedPeople people={sortByName(personsOf(listed ?? []), i18n.language)} entryPoints={entryPoints} />
    </main>
  );
};
