import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { dayOf, type FormatContext, formatDayHeading, formatDayTime, formatDuration } from "../../../shared/format.ts";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { usePendingIds } from "../../data/lists/pending-actions.ts";
import type { Visit } from "../../data/lists/visits.ts";
import { type Cells, nameIn } from "../../features/list/columns.tsx";
import { type VisitStatus, useVisitStatus } from "../../features/visit/visit-status.ts";
import { useNow } from "../../lib/use-now.ts";
import styles from "./log.module.css";
import { type Choosing, VisitorCell } from "./visitor-cell.tsx";

const formatInstant = (instant: string | undefined, writing: FormatContext, near: string | undefined): string => {
  if (instant === undefined) return "";
  const knownDay = near === undefined ? undefined : dayOf(new Date(near), writing.timeZone);
  return formatDayTime(new Date(instant), writing, knownDay);
};

const KINDS = { undecided: "warning", rejected: "rejected", inside: "inside", overdue: "overdue" } as const;

const End = ({ visit, standing, byDay }: { visit: Visit; standing: VisitStatus; byDay: boolean }) => {
  const { t } = useTranslation("log");
  const writing = useFormatContext();
  const leaving = usePendingIds("out").has(visit._id);
  if (visit.signed_out === undefined && leaving) return <StatusLabel kind="quiet">{t("leaving")}</StatusLabel>;
  if (standing !== "out") return <StatusLabel kind={KINDS[standing]}>{t(`state.${standing}`)}</StatusLabel>;
  return formatInstant(visit.signed_out, writing, byDay ? visit.signed_in : undefined);
};

const useStay = (): ((visit: Visit, standing: VisitStatus) => string) => {
  const now = useNow();
  const { language } = useFormatContext();
  return (visit, standing) => {
    if (standing !== "out" && standing !== "overdue") return "";
    const end = visit.signed_out === undefined ? now : Date.parse(visit.signed_out);
    return formatDuration(end - Date.parse(visit.signed_in), language);
  };
};

/**
 * The log's own cells, for columns that aren't simply a field's value.
 * @param byDay whether visits are grouped by day
 * @param choosing the selection of rows; undefined for read-only roles
 */
export const useCells = (byDay: boolean, choosing: Choosing | undefined): Cells<Visit> => {
  const { t } = useTranslation("log");
  const [entryPoints, standing, stay, writing] = [useEntryPoints(), useVisitStatus(), useStay(), useFormatContext()];
  return {
    visitor: (visit) => (
      <VisitorCell visit={visit} entryPoint={nameIn(entryPoints, visit.entrypoint_id)} choosing={choosing} />
    ),
    signed_in: (visit) => formatInstant(visit.signed_in, writing, byDay ? visit.signed_in : undefined),
    signed_out: (visit) => <End visit={visit} standing={standing(visit)} byDay={byDay} />,
    stay: (visit) => stay(visit, standing(visit)),
    signed_in_source: (visit) => t(`source.${visit.signed_in_source}`),
  };
};

/** The day of a group of rows, and how many of its visits are known. */
export const useDays = (visits: readonly Visit[], complete: boolean) => {
  const writing = useFormatContext();
  const counts = useMemo(() => {
    const days = Map.groupBy(visits, ({ signed_in }) => dayOf(new Date(signed_in), writing.timeZone));
    // The last day may continue in rows that were not read yet.
    const last = complete ? undefined : [...days.keys()].at(-1);
    return new Map([...days].map(([day, rows]) => [day, day === last ? undefined : rows.length]));
  }, [visits, complete, writing.timeZone]);
  return ({ signed_in }: Visit) => {
    const date = new Date(signed_in);
    const key = dayOf(date, writing.timeZone);
    return {
      key,
      heading: (
        <>
          {formatDayHeading(date, writing)} <span className={styles.dayCount}>{counts.get(key)}</span>
        </>
      ),
    };
  };
};
