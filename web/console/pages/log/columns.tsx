import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";

import {
  dayOf,
  formatDayHeading,
  formatDuration,
  formatShortDay,
  formatTime,
  type FormatContext,
} from "../../../shared/format.ts";
import type { Column } from "../../components/data-table.tsx";
import { useFieldLabel } from "../../components/field-label.ts";
import { StatusLabel } from "../../components/status-label.tsx";
import { usePendingIds } from "../../data/pending-actions.ts";
import { useFormatContext } from "../../data/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { useDoors } from "../../data/doors.ts";
import { useVisitTypes } from "../../data/visit-types.ts";
import type { Visit } from "../../data/visits.ts";
import { type CustomField, useFields } from "../../features/visit/queries.ts";
import { type VisitStatus, useVisitStatus } from "../../features/visit/visit-status.ts";
import styles from "./log.module.css";
import { COLUMNS, MORE_COLUMNS } from "./view.ts";
import { VisitorCell } from "./visitor-cell.tsx";

type NamedRecords = readonly { _id: string; name: string }[];

const nameIn = (list: NamedRecords, id: string | undefined): string => list.find(({ _id }) => _id === id)?.name ?? "";

const moment = (instant: string | undefined, writing: FormatContext, near: string | undefined): string => {
  if (instant === undefined) return "";
  const date = new Date(instant);
  const time = formatTime(date, writing);
  const isNear = near !== undefined && dayOf(date, writing.timeZone) === dayOf(new Date(near), writing.timeZone);
  return isNear ? time : `${formatShortDay(date, writing)}, ${time}`;
};

const KINDS = { undecided: "undecided", rejected: "rejected", inside: "inside", overdue: "overdue" } as const;

const End = ({ visit, standing, byDay }: { visit: Visit; standing: VisitStatus; byDay: boolean }) => {
  const { t } = useTranslation("log");
  const writing = useFormatContext();
  const leaving = usePendingIds("out").has(visit._id);
  if (visit.signed_out === undefined && leaving) return <StatusLabel kind="quiet">{t("leaving")}</StatusLabel>;
  if (standing !== "out") return <StatusLabel kind={KINDS[standing]}>{t(`state.${standing}`)}</StatusLabel>;
  return moment(visit.signed_out, writing, byDay ? visit.signed_in : undefined);
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

const answer = (value: unknown, yes: string, no: string): string => {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? yes : no;
  return typeof value === "string" ? value : JSON.stringify(value);
};

/** What each column is called: the choice of columns and the table show the same. */
export const useColumnNames = (): ReadonlyMap<string, string> => {
  const { t } = useTranslation("log");
  const [fields, label] = [useFields(), useFieldLabel()];
  return new Map([
    ...COLUMNS.concat(MORE_COLUMNS).map((key): [string, string] => [
      key,
      key === "visitor" || key === "stay" ? t(`column.${key}`) : label(key),
    ]),
    ...fields.map(({ field_name, label }): [string, string] => [field_name, label]),
  ]);
};

type ColumnContext = {
  byDay: boolean;
  choosing: { chosen: ReadonlySet<string>; choose: (id: string, chosen: boolean) => void } | undefined;
};

/** Everything that a column can show of a visit. */
const useCells = ({ byDay, choosing }: ColumnContext): Record<string, (visit: Visit) => ReactNode> => {
  const { t } = useTranslation("log");
  const [types, doors] = [useVisitTypes(), useDoors()];
  const [standing, stay] = [useVisitStatus(), useStay()];
  const writing = useFormatContext();
  return {
    visitor: (visit) => <VisitorCell visit={visit} door={nameIn(doors, visit.entrypoint_id)} choosing={choosing} />,
    recipient: (visit) => <span className={styles.quiet}>{visit.recipient}</span>,
    visit_type: (visit) => <span className={styles.quiet}>{nameIn(types, visit.visit_type)}</span>,
    signed_in: (visit) => moment(visit.signed_in, writing, byDay ? visit.signed_in : undefined),
    signed_out: (visit) => <End visit={visit} standing={standing(visit)} byDay={byDay} />,
    stay: (visit) => <span className={styles.quiet}>{stay(visit, standing(visit))}</span>,
    entrypoint_id: (visit) => nameIn(doors, visit.entrypoint_id),
    signed_in_source: (visit) => t(`source.${visit.signed_in_source}` as "source.0"),
  };
};

type Shape = Pick<Column<Visit>, "width" | "drops" | "right" | "sortable">;

const SHAPES: Record<string, Shape> = {
  visitor: { width: "minmax(174px, 2.1fr)", drops: 0, sortable: true },
  recipient: { width: "minmax(108px, 1.2fr)", drops: 2, sortable: true },
  visit_type: { width: "minmax(88px, 1fr)", drops: 3 },
  signed_in: { width: "minmax(100px, 1fr)", drops: 1, sortable: true },
  signed_out: { width: "minmax(128px, 1.1fr)", drops: 0, sortable: true },
  stay: { width: "minmax(72px, 0.7fr)", drops: 3, right: true },
  company: { width: "minmax(120px, 1.2fr)", drops: 3, sortable: true },
};
const OTHER: Shape = { width: "minmax(110px, 1fr)", drops: 3, sortable: true };

/** By what the service sorts, where that is not the column's own field. */
export const SORTED_BY: Readonly<Record<string, string>> = { visitor: "last_name" };

const isNumber = (fields: readonly CustomField[], key: string): boolean =>
  fields.some(({ field_name, type }) => field_name === key && type === "number");

/** The columns of a view, in its order. */
export const useColumns = (keys: readonly string[], parts: ColumnContext): readonly Column<Visit>[] => {
  const { t } = useTranslation("log");
  const [cells, names, fields] = [useCells(parts), useColumnNames(), useFields()];
  return keys.flatMap((key): Column<Visit>[] => {
    const label = names.get(key);
    if (label === undefined) return [];
    const plain = (visit: Visit): ReactNode => answer(visit[key], t("yes"), t("no"));
    const shape = isNumber(fields, key) ? { ...OTHER, right: true } : (SHAPES[key] ?? OTHER);
    return [{ key, label, cell: cells[key] ?? plain, ...shape }];
  });
};

/** The day under which a row stands, and how many are known to stand there. */
export const useDays = (visits: readonly Visit[], complete: boolean) => {
  const writing = useFormatContext();
  const counts = useMemo(() => {
    const days = Map.groupBy(visits, ({ signed_in }) => dayOf(new Date(signed_in), writing.timeZone));
    // The last day goes on in the rows that were not read yet.
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
