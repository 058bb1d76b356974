import { useTranslation } from "react-i18next";

import { useAddressState } from "../../../components/form/address-state.ts";
import { ButtonLink } from "../../../components/button/button.tsx";
import { Choice } from "../../../components/form/choice.tsx";
import { Empty } from "../../../components/feedback/empty.tsx";
import { LoadingState } from "../../../components/feedback/loading-state.tsx";
import { RowGroup } from "../../../components/table/row.tsx";
import { type Line, RowList } from "../../../components/table/row-list.tsx";
import { useLocationId } from "../../../data/session/location.ts";
import { useCan } from "../../../data/session/session.ts";
import type { Visit } from "../../../data/lists/visits.ts";
import { Column } from "./column.tsx";
import { SORTS, useInsideOrder } from "./inside-order.ts";
import { InsideRow, type InsideRowsData, useInsideRows } from "./rows.tsx";
import styles from "./lists.module.css";

const NoVisitors = () => {
  const { t } = useTranslation("reception");
  const location = useLocationId();
  const canWrite = useCan("visits.write");
  return (
    <Empty
      title={t("noneInside")}
      {...(canWrite && {
        action: (
          <ButtonLink to="/at/$location/sign-in" params={{ location }}>
            {t("console:signInVisitor")}
          </ButtonLink>
        ),
      })}
    >
      {t("noneInsideHelp")}
    </Empty>
  );
};

type InsideListProps = { fresh: ReadonlySet<string>; open: (id: string) => void };

const lineOf = (
  visit: Visit,
  { fresh, open, rows }: InsideListProps & { rows: InsideRowsData },
  selected: boolean,
): Line => ({
  kind: "row",
  key: visit._id,
  draw: (tabIndex) => (
    <InsideRow
      visit={visit}
      rows={rows}
      fresh={fresh.has(visit._id)}
      selected={selected}
      tabIndex={tabIndex}
      open={open}
    />
  ),
});

/** Below the people, each under its heading: those who were rejected, and deliveries. */
const APART = ["rejected", "deliveries"] as const;

/**
 * All visitors inside; a new sign-in appears at once, with a soft tint. Rejected visitors and deliveries are apart, and people counted,
 * once the visit types are read: the rows don't wait for them.
 */
export const InsideList = ({ fresh, open }: InsideListProps) => {
  const { t } = useTranslation("reception");
  const { groups, visits, error, retry, sort, setSort } = useInsideOrder();
  const [shown] = useAddressState("visit");
  const rows = useInsideRows();
  const linesOf = (visits: readonly Visit[]): Line[] =>
    visits.map((visit) => lineOf(visit, { fresh, open, rows }, visit._id === shown));
  const apart = APART.flatMap((group): Line[] => {
    const members = groups?.[group] ?? [];
    const heading = <RowGroup count={members.length}>{t(`apart.${group}`)}</RowGroup>;
    return members.length === 0 ? [] : [{ kind: "group", key: group, heading }, ...linesOf(members)];
  });
  const lines = [...linesOf(groups?.people ?? visits ?? []), ...apart];
  return (
    <Column
      count={groups?.people.length}
      title={t("insideNow")}
      control={
        <Choice
          label={t("order")}
          value={sort}
          options={SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
          choose={setSort}
        />
      }
    >
      <div className={styles.inside}>
        {visits === undefined && (
          <LoadingState
            rows={10}
            label={t("insideNow")}
            failed={t("console:visitsNotRead")}
            error={error}
            retry={retry}
          />
        )}
        {visits !== undefined && lines.length === 0 && <NoVisitors />}
        {lines.length > 0 && <RowList label={t("insideNow")} hint="2" lines={lines} />}
      </div>
    </Column>
  );
};
