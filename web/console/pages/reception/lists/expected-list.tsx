import { useState } from "react";
import { useTranslation } from "react-i18next";

import { Choice } from "../../../components/form/choice.tsx";
import { useAddressState } from "../../../components/form/address-state.ts";
import { Empty } from "../../../components/feedback/empty.tsx";
import { RowGroup } from "../../../components/table/row.tsx";
import { type Line, RowList } from "../../../components/table/row-list.tsx";
import { LoadingState } from "../../../components/feedback/loading-state.tsx";
import { useEntryPoints } from "../../../data/lists/entry-points.ts";
import { Column } from "./column.tsx";
import { countExpected, type ExpectedVisitor, partiesOf, type Party } from "../../../data/lists/expected-today.ts";
import { useGroups } from "../../../data/lists/groups.ts";
import type { ReceptionData } from "../reception-data.ts";
import { ExpectedRow, PartyRow } from "./rows.tsx";
import styles from "./lists.module.css";

const ALL = "all";

const EntryPointChoice = ({
  entryPoint,
  choose,
}: {
  entryPoint: string;
  choose: (entryPoint: string | undefined) => void;
}) => {
  const { t } = useTranslation("reception");
  const entryPoints = useEntryPoints();
  if (entryPoints.length < 2) return null;
  return (
    <Choice
      label={t("door")}
      value={entryPoint}
      options={[
        { value: ALL, label: t("allDoors") },
        ...entryPoints.map(({ _id, name }) => ({ value: _id, label: name })),
      ]}
      choose={(value) => choose(value === ALL ? undefined : value)}
    />
  );
};

/** The visit type of most of them. */
const usualOf = (expected: readonly ExpectedVisitor[]): string | undefined => {
  const counts = new Map<string | undefined, number>();
  for (const { person } of expected) counts.set(person.visit_type, (counts.get(person.visit_type) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
};

/** The keys of the opened parties, and a function that opens or closes one. */
const useOpened = (): { opened: ReadonlySet<string>; toggle: (key: string) => void } => {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string): void => setOpened((before) => before.symmetricDifference(new Set([key])));
  return { opened, toggle };
};

const useLines = (expected: readonly ExpectedVisitor[]): Line[] => {
  const { t } = useTranslation("reception");
  const { opened, toggle } = useOpened();
  const usual = usualOf(expected);
  const names = new Map((useGroups().groups ?? []).map(({ _id, name = "" }) => [_id, name]));
  const rowOf = (one: ExpectedVisitor): Line => ({
    kind: "row",
    key: one.person._id,
    draw: (tabIndex) => <ExpectedRow expected={one} usual={usual} tabIndex={tabIndex} />,
  });
  const rowsOf = (party: Party): Line[] => {
    const { key, members } = party;
    const isOpen = opened.has(key);
    const draw = (tabIndex: 0 | -1) => (
      <PartyRow party={party} isOpen={isOpen} toggle={() => toggle(key)} tabIndex={tabIndex} />
    );
    return [{ kind: "row", key, draw }, ...(isOpen ? members.map(rowOf) : [])];
  };
  return partiesOf(expected, names).flatMap((one, index, all): Line[] => {
    const { group } = one;
    const rows = "members" in one ? rowsOf(one) : [rowOf(one)];
    if (group === all[index - 1]?.group) return rows;
    return [{ kind: "group", key: group, heading: <RowGroup>{t(`group.${group}`)}</RowGroup> }, ...rows];
  });
};

/** The visitors still expected today: late ones, those of the next half hour, the others. */
export const ExpectedList = ({ data: { expected, cameCount, failure } }: { data: ReceptionData }) => {
  const { t } = useTranslation("reception");
  const [entryPoint = ALL, setEntryPoint] = useAddressState("door");
  const shown = (expected ?? []).filter(({ person }) => entryPoint === ALL || person.entrypoint_id === entryPoint);
  const lines = useLines(shown);
  return (
    <Column
      count={expected === undefined ? undefined : countExpected(shown)}
      title={t("expectedToday")}
      control={<EntryPointChoice entryPoint={entryPoint} choose={setEntryPoint} />}
    >
      <div className={styles.expected}>
        {expected === undefined && <LoadingState rows={8} label={t("expectedToday")} {...failure} />}
        {expected !== undefined && lines.length === 0 && (
          <Empty title={t(cameCount === 0 ? "noneToday" : "noneExpected")}>{t("noneExpectedHelp")}</Empty>
        )}
        {lines.length > 0 && <RowList label={t("expectedToday")} hint="1" lines={lines} />}
      </div>
    </Column>
  );
};
