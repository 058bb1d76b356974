import { IconPrinter } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { useAddressState } from "../../components/form/address-state.ts";
import { Button, ButtonLink } from "../../components/button/button.tsx";
import type { Choose } from "../../components/form/choose-box.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import { INSIDE_GROUPS, type InsideGroups, useInsideGroups } from "../../data/lists/inside-groups.ts";
import { nameOf, type Visit } from "../../data/lists/visits.ts";
import { useChosen } from "../../features/list/use-list.ts";
import { useOpenRow } from "../../features/list/use-open-row.ts";
import { VisitPanel } from "../../features/visit/visit-panel.tsx";
import { useColumns } from "./columns.tsx";
import { SelectionBar, Filters } from "./filters.tsx";
import { hostsOf, filterVisits, parseSort } from "./inside.ts";
import { PrintedVisits } from "./paper.tsx";

const NEWEST = "-signed_in";

const useView = () => {
  const [text = "", setText] = useAddressState("q");
  const [entryPoint, setEntryPoint] = useAddressState("door");
  const [host, setHost] = useAddressState("host");
  const [sort = NEWEST, setSort] = useAddressState("sort");
  const view = useMemo(() => ({ text, entryPoint, host, sort }), [text, entryPoint, host, sort]);
  return { view, setText, setEntryPoint, setHost, setSort };
};

const NoVisitorsInside = ({ isFiltered }: { isFiltered: boolean }) => {
  const { t } = useTranslation("inside");
  const navigate = useNavigate();
  const location = useLocationId();
  const writes = useCan("visits.write");
  const clear = (): void => void navigate({ to: ".", search: {} });
  if (isFiltered)
    return (
      <Empty
        title={t("console:nothingMatches")}
        action={<Button onClick={clear}>{t("console:clearFilters")}</Button>}
      />
    );
  const signIn = (
    <ButtonLink to="/at/$location/sign-in" params={{ location }}>
      {t("console:signInVisitor")}
    </ButtonLink>
  );
  return (
    <Empty title={t("noneInside")} {...(writes && { action: signIn })}>
      {t("noneInsideHelp")}
    </Empty>
  );
};

/** Replaces an empty list. */
const Instead = ({ shown }: { shown: readonly Visit[] }) => {
  const { t } = useTranslation("inside");
  const { groups, error, retry } = useInsideGroups();
  const isEmpty = groups !== undefined && INSIDE_GROUPS.every((group) => groups[group].length === 0);
  if (groups !== undefined) return shown.length === 0 && <NoVisitorsInside isFiltered={!isEmpty} />;
  return <LoadingState rows={12} label={t("title")} failed={t("console:visitsNotRead")} error={error} retry={retry} />;
};

type ListProps = {
  shown: readonly Visit[];
  found: InsideGroups;
  names: ReadonlyMap<string, string>;
  sort: string;
  setSort: (sort: string) => void;
  chosen: ReadonlySet<string>;
  choose: Choose;
  open: string | undefined;
  setOpen: (id: string) => void;
};

/** Under which heading a visit stands; without headings while all of them are people. */
const useGroupOf = (found: InsideGroups) => {
  const { t } = useTranslation("inside");
  if (found.rejected.length + found.deliveries.length === 0) return {};
  const groups = new Map(INSIDE_GROUPS.flatMap((group) => found[group].map(({ _id }) => [_id, group] as const)));
  const groupOf = ({ _id }: Visit) => {
    const group = groups.get(_id) ?? "people";
    return { key: group, heading: `${t(`apart.${group}`)} ${found[group].length}` };
  };
  return { groupOf };
};

const List = ({ shown, found, names, sort, setSort, chosen, choose, open, setOpen }: ListProps) => {
  const { t } = useTranslation("inside");
  const columns = useColumns(names);
  const writes = useCan("visits.write");
  const sorted = parseSort(sort);
  return (
    <DataTable
      label={t("title")}
      columns={columns}
      rows={shown}
      {...useGroupOf(found)}
      idOf={({ _id }) => _id}
      sort={sorted}
      onSort={(key) => setSort(sorted.key === key && !sorted.descending ? `-${key}` : key)}
      onOpen={({ _id }) => setOpen(_id)}
      {...(open !== undefined && { selected: open })}
      {...(writes && {
        chosen,
        onChoose: choose,
        chooseLabel: (visit: Visit) => t("choose", { name: nameOf(visit) }),
      })}
    />
  );
};

/**
 * The visitors inside, as a list that can be searched, filtered and printed, and from which several can be signed out
 * at once.
 */
export const InsidePage = () => {
  const { t, i18n } = useTranslation("inside");
  const { groups } = useInsideGroups();
  const visits = useMemo(() => groups && INSIDE_GROUPS.flatMap((group) => groups[group]), [groups]);
  const entryPoints = useEntryPoints();
  const names = useMemo(() => new Map(entryPoints.map(({ _id, name }) => [_id, name])), [entryPoints]);
  const { view, setText, setEntryPoint, setHost, setSort } = useView();
  const found = useMemo(() => {
    const find = (list: readonly Visit[]) => filterVisits(list, view, { entryPoints: names, language: i18n.language });
    const { people = [], rejected = [], deliveries = [] } = groups ?? {};
    return { people: find(people), rejected: find(rejected), deliveries: find(deliveries) };
  }, [groups, view, names, i18n.language]);
  const shown = useMemo(() => INSIDE_GROUPS.flatMap((group) => found[group]), [found]);
  const { ids, chosen, choose, setIds, clear } = useChosen(shown);
  const { open, setOpen, ways } = useOpenRow("visit", shown);
  return (
    <PageLayout
      title={t("title")}
      note={visits === undefined ? "" : formatNumber(found.people.length, i18n.language)}
      actions={
        <Button icon={<IconPrinter aria-hidden="true" />} onClick={() => globalThis.print()}>
          {t("print")}
        </Button>
      }
      panel={open !== undefined && <VisitPanel id={open} {...ways} />}
    >
      {chosen.length > 0 ? (
        <SelectionBar visits={chosen} all={() => setIds(new Set(shown.map(({ _id }) => _id)))} clear={clear} />
      ) : (
        <Filters
          view={view}
          entryPoints={entryPoints}
          hosts={hostsOf(visits ?? [], i18n.language)}
          search={(text) => setText(text === "" ? undefined : text)}
          setEntryPoint={setEntryPoint}
          setHost={setHost}
        />
      )}
      <Instead shown={shown} />
      {shown.length > 0 && (
        <List
          shown={shown}
          found={found}
          names={names}
          sort={view.sort}
          setSort={setSort}
          chosen={ids}
          choose={choose}
          open={open}
          setOpen={setOpen}
        />
      )}
      <PrintedVisits visits={[...found.people, ...found.rejected]} entryPoints={names} />
    </PageLayout>
  );
};
