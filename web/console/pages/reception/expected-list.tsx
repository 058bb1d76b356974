import { useTranslation } from "react-i18next";

import { Choice } from "../../components/choice.tsx";
import { useAddressState } from "../../components/address-state.ts";
import { Empty } from "../../components/empty.tsx";
import { RowGroup } from "../../components/row.tsx";
import { type Line, RowList } from "../../components/row-list.tsx";
import { SkeletonRows } from "../../components/skeleton.tsx";
import { useDoors } from "../../data/doors.ts";
import { Column } from "./column.tsx";
import { useVisitsToday } from "../../data/visits.ts";
import { countExpected, type ExpectedVisitor } from "../../data/expected-today.ts";
import { ExpectedRow } from "./rows.tsx";
import styles from "./lists.module.css";

const ALL = "all";

const DoorChoice = ({ door, choose }: { door: string; choose: (door: string | undefined) => void }) => {
  const { t } = useTranslation("reception");
  const doors = useDoors();
  if (doors.length < 2) return null;
  return (
    <Choice
      label={t("door")}
      value={door}
      options={[{ value: ALL, label: t("allDoors") }, ...doors.map(({ _id, name }) => ({ value: _id, label: name }))]}
      choose={(value) => choose(value === ALL ? undefined : value)}
    />
  );
};

/** The visit type that most of them come for. */
const usualOf = (expected: readonly ExpectedVisitor[]): string | undefined => {
  const counts = new Map<string | undefined, number>();
  for (const { person } of expected) counts.set(person.visit_type, (counts.get(person.visit_type) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
};

const useLines = (expected: readonly ExpectedVisitor[]): Line[] => {
  const { t } = useTranslation("reception");
  const usual = usualOf(expected);
  return expected.flatMap((one, index): Line[] => {
    const row = {
      kind: "row",
      key: one.person._id,
      draw: (tabIndex: 0 | -1) => <ExpectedRow expected={one} usual={usual} tabIndex={tabIndex} />,
    } as const;
    if (one.group === expected[index - 1]?.group) return [row];
    const heading = <RowGroup>{t(`group.${one.group}`)}</RowGroup>;
    return [{ kind: "group", key: one.group, heading }, row];
  });
};

/** Who is still to come today: the late ones, those of the next half hour, the others. */
export const ExpectedList = ({ expected }: { expected: readonly ExpectedVisitor[] | undefined }) => {
  const { t } = useTranslation("reception");
  const [door = ALL, setDoor] = useAddressState("door");
  const shown = (expected ?? []).filter(({ person }) => door === ALL || person.entrypoint_id === door);
  const lines = useLines(shown);
  const { total: came } = useVisitsToday();
  return (
    <Column
      count={expected === undefined ? undefined : countExpected(shown)}
      title={t("expectedToday")}
      control={<DoorChoice door={door} choose={setDoor} />}
    >
      <div className={styles.expected}>
        {expected === undefined && <SkeletonRows rows={8} label={t("expectedToday")} />}
        {expected !== undefined && lines.length === 0 && (
          <Empty title={t(came === 0 ? "noneToday" : "noneExpected")}>{t("noneExpectedHelp")}</Empty>
        )}
        {lines.length > 0 && <RowList label={t("expectedToday")} hint="1" lines={lines} />}
      </div>
    </Column>
  );
};
