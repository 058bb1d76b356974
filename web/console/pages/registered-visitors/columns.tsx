import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatShortDay } from "../../../shared/format.ts";
import { type Column, TwoLines } from "../../components/data-table.tsx";
import { useFieldLabel } from "../../components/field-label.ts";
import { Portrait } from "../../components/portrait.tsx";
import { StatusLabel } from "../../components/status-label.tsx";
import { useFormatContext } from "../../data/location.ts";
import { useDoors } from "../../data/doors.ts";
import type { RegisteredVisitor } from "../../data/registered-visitors.ts";
import { useVisitTypes } from "../../data/visit-types.ts";
import { nameOf } from "../../data/visits.ts";
import { useFields } from "../../features/visit/queries.ts";
import { useExpectedOn } from "./expected-on.ts";
import styles from "./queries.module.css";
import { COLUMNS, MORE_COLUMNS } from "./view.ts";

const KINDS = { created: "quiet", invited: "expected", preregistered: "ok" } as const;

/** The state of a registered visitor, as a word in its colour. */
export const StatusWord = ({ person }: { person: RegisteredVisitor }) => {
  const { t } = useTranslation("registered-visitors");
  return <StatusLabel kind={KINDS[person.status]}>{t(`status.${person.status}`)}</StatusLabel>;
};

/** Every column there is, with its name: the table and the choice of columns show the same. */
export const useColumnNames = (): ReadonlyMap<string, string> => {
  const { t } = useTranslation("registered-visitors");
  const label = useFieldLabel();
  const own = COLUMNS.concat(MORE_COLUMNS).map((key): [string, string] => [
    key,
    key === "visitor" ? t("column.visitor") : label(key),
  ]);
  return new Map([...own, ...useFields().map(({ field_name, label }): [string, string] => [field_name, label])]);
};

const nameIn = (list: readonly { _id: string; name: string }[], id: string | undefined): string =>
  list.find(({ _id }) => _id === id)?.name ?? "";

const answer = (value: unknown): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
};

type Shape = Pick<Column<RegisteredVisitor>, "width" | "drops" | "sortable">;
const SHAPES: Record<string, Shape> = {
  visitor: { width: "minmax(200px, 2fr)", drops: 0, sortable: true },
  recipient: { width: "minmax(120px, 1.2fr)", drops: 2, sortable: true },
  visiting_on: { width: "minmax(150px, 1.4fr)", drops: 1, sortable: true },
  visit_type: { width: "minmax(100px, 1fr)", drops: 3 },
  status: { width: "minmax(144px, 0.9fr)", drops: 0, sortable: true },
};
const OTHER: Shape = { width: "minmax(120px, 1fr)", drops: 3, sortable: true };

/** By what the service sorts, where that is not the column's own field. */
export const SORTED_BY: Readonly<Record<string, string>> = { visitor: "last_name" };

const useCells = (): Record<string, (person: RegisteredVisitor) => ReactNode> => {
  const { t } = useTranslation("registered-visitors");
  const [types, doors, writing, expectedOn] = [useVisitTypes(), useDoors(), useFormatContext(), useExpectedOn()];
  return {
    visitor: (person) => {
      const name = nameOf(person) || t("unnamed");
      return (
        <TwoLines
          lead={<Portrait person={person} />}
          title={name}
          below={person.company === name ? undefined : person.company}
        />
      );
    },
    recipient: (person) => <span className={styles.quiet}>{person.recipient}</span>,
    visiting_on: expectedOn,
    visit_type: (person) => <span className={styles.quiet}>{nameIn(types, person.visit_type)}</span>,
    status: (person) => <StatusWord person={person} />,
    entrypoint_id: (person) => nameIn(doors, person.entrypoint_id),
    create_date: (person) => formatShortDay(new Date(person.create_date), writing),
  };
};

/** The columns of a view, in its order. */
export const useColumns = (keys: readonly string[]): readonly Column<RegisteredVisitor>[] => {
  const [cells, names] = [useCells(), useColumnNames()];
  return keys.flatMap((key): Column<RegisteredVisitor>[] => {
    const label = names.get(key);
    if (label === undefined) return [];
    const plain = (person: RegisteredVisitor): ReactNode => <span className={styles.quiet}>{answer(person[key])}</span>;
    return [{ key, label, cell: cells[key] ?? plain, ...(SHAPES[key] ?? OTHER) }];
  });
};
