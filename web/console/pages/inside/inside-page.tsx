import { IconPrinter } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { useAddressState } from "../../components/address-state.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import type { Choose } from "../../components/choose-box.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { LoadingState } from "../../components/loading-state.tsx";
import { PageLayout } from "../../components/page-layout.tsx";
import { useLocationId } from "../../data/location.ts";
import { useCan } from "../../data/session.ts";
import { useEntryPoints } from "../../data/entry-points.ts";
import { nameOf, useVisitsInside, type Visit } from "../../data/visits.ts";
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
  const { visits, error, retry } = useVisitsInside();
  if (visits !== undefined) return shown.length === 0 && <NoVisitorsInside isFiltered={visits.length > 0} />;
  return <LoadingState rows={12} label={t("title")} failed={t("console:visitsNotRead")} error={error} retry={retry} />;
};

type ListProps = {
  shown: readonly Visit[];
  names: ReadonlyMap<string, string>;
  sort: string;
  setSort: (sort: string) => void;
  chosen: ReadonlySet<string>;
  choose: Choose;
  open: string | undefined;
  setOpen: (id: string) => void;
};

const List = ({ shown, names, sort, setSort, chosen, choose, open, setOpen }: ListProps) => {
  const { t } = useTranslation("inside");
  const columns = useColumns(names);
  const writes = useCan("visits.write");
  const sorted = parseSort(sort);
  return (
    <DataTable
      label={t("title")}
      columns={columns}
      rows={shown}
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
  const { visits } = useVisitsInside();
  const entryPoints = useEntryPoints();
  const names = useMemo(() => new Map(entryPoints.map(({ _id, name }) => [_id, name])), [entryPoints]);
  const { view, setText, setEntryPoint, setHost, setSort } = useView();
  const shown = useMemo(
    () => filterVisits(visits ?? [], view, { entryPoints: names, language: i18n.language }),
    [visits, view, names, i18n.language],
  );
  const { ids, chosen, choose, setIds, clear } = useChosen(shown);
  const { open, setOpen, ways } = useOpenRow("visit", shown);
  return (
    <PageLayout
      title={t("title")}
      note={visits === undefined ? "" : formatNumber(shown.length, i18n.language)}
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
          names={names}
          sort={view.sort}
          setSort={setSort}
          chosen={ids}
          choose={choose}
          open={open}
          setOpen={setOpen}
        />
      )}
      <PrintedVisits visits={shown} entryPoints={names} />
    </PageLayout>
  );
};
