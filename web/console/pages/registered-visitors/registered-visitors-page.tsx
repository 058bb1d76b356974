import { IconPlus, IconTableImport } from "@tabler/icons-react";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { useAddressState } from "../../components/address-state.ts";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { usePreloadWhenIdle } from "../../components/lazy-popup.tsx";
import { PageLayout } from "../../components/page-layout.tsx";
import { SkeletonRows } from "../../components/skeleton.tsx";
import { LoadingState } from "../../components/loading-state.tsx";
import type { RegisteredVisitor } from "../../data/registered-visitors.ts";
import { nameOf } from "../../data/visits.ts";
import { SORTED_BY, useColumns } from "./columns.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { ChosenBar, ImportRegistered, ON_DEMAND, Outcomes, RegisteredForm, RegisteredPanel } from "./on-demand.ts";
import type { Outcome } from "./outcomes.tsx";
import { useList } from "./queries.ts";
import { useView } from "./use-view.ts";
import { EMPTY, isEverything, type RegisteredView } from "./view.ts";

const NEW = "new";
const IMPORT = "import";

const useChosen = (rows: readonly RegisteredVisitor[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => rows.filter(({ _id }) => ids.has(_id)), [rows, ids]);
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(ids);
    if (isChosen) next.add(id);
    else next.delete(id);
    setIds(next);
  };
  return { chosen, ids, choose, clear: () => setIds(new Set()) };
};

const usePanel = (rows: readonly RegisteredVisitor[]) => {
  const { t } = useTranslation();
  const [open, setOpen] = useAddressState("visitor");
  const close = (): void => setOpen(undefined);
  const index = rows.findIndex(({ _id }) => _id === open);
  const step = (by: 1 | -1): (() => void) | undefined => {
    const other = index < 0 ? undefined : rows[index + by];
    return other === undefined ? undefined : () => setOpen(other._id);
  };
  const panelOf = (id: string) => {
    if (id === IMPORT) return <ImportRegistered close={close} />;
    if (id === NEW) return <RegisteredForm person={undefined} close={close} done={({ _id }) => setOpen(_id)} />;
    return <RegisteredPanel key={id} id={id} listed={rows[index]} close={close} previous={step(-1)} next={step(1)} />;
  };
  const panel = open !== undefined && (
    <Suspense fallback={<SkeletonRows label={t("loading")} />}>{panelOf(open)}</Suspense>
  );
  return { open, setOpen, panel };
};

const NotFilled = ({
  list,
  view,
  clear,
  add,
}: {
  list: ReturnType<typeof useList>;
  view: RegisteredView;
  clear: () => void;
  add: () => void;
}) => {
  const { t } = useTranslation("registered-visitors");
  const { t: common } = useTranslation();
  if (list.total === undefined || list.error !== null)
    return <LoadingState label={common("loading")} error={list.error} again={list.again} />;
  if (!isEverything(view))
    return (
      <Empty title={common("nothingMatches")} action={<Button onClick={clear}>{common("clearFilters")}</Button>} />
    );
  return (
    <Empty title={t("none")} action={<Button onClick={add}>{t("add")}</Button>}>
      {t("noneHelp")}
    </Empty>
  );
};

const Actions = ({ open, busy }: { open: (what: string) => void; busy: boolean }) => {
  const { t } = useTranslation("registered-visitors");
  return (
    <>
      <Button icon={<IconTableImport />} onClick={() => open(IMPORT)}>
        {t("importShort")}
      </Button>
      <Button kind={busy ? "line" : "primary"} icon={<IconPlus />} onClick={() => open(NEW)}>
        {t("add")}
      </Button>
    </>
  );
};

const useSorting = (view: RegisteredView, set: (change: Partial<RegisteredView>) => void) => {
  const sorted = Object.entries(SORTED_BY).find(([, key]) => key === view.sort.key)?.[0] ?? view.sort.key;
  const sortBy = (column: string): void => {
    const key = SORTED_BY[column] ?? column;
    set({ sort: { key, descending: view.sort.key === key ? !view.sort.descending : false } });
  };
  return { sort: { key: sorted, descending: view.sort.descending }, onSort: sortBy };
};

/** Who is registered: written down, invited, awaited. */
export const RegisteredVisitorsPage = () => {
  const { t, i18n } = useTranslation("registered-visitors");
  const [view, set] = useView();
  const list = useList(view);
  const { rows, total } = list;
  const { open, setOpen, panel } = usePanel(rows);
  const { chosen, ids, choose, clear } = useChosen(rows);
  const [outcome, tell] = useState<Outcome>();
  const columns = useColumns(view.columns);
  const sorting = useSorting(view, set);
  usePreloadWhenIdle(ON_DEMAND);
  const reset = (): void => set({ ...EMPTY, columns: view.columns });
  return (
    <PageLayout
      title={t("title")}
      note={total === undefined ? undefined : t("count", { count: total, number: formatNumber(total, i18n.language) })}
      actions={<Actions open={setOpen} busy={open !== undefined} />}
      panel={panel}
    >
      {chosen.length > 0 ? (
        <Suspense>
          <ChosenBar chosen={chosen} clear={clear} tell={tell} />
        </Suspense>
      ) : (
        <FilterBar view={view} set={set} />
      )}
      <Suspense>{outcome !== undefined && <Outcomes outcome={outcome} close={() => tell(undefined)} />}</Suspense>
      {rows.length === 0 ? (
        <NotFilled list={list} view={view} clear={reset} add={() => setOpen(NEW)} />
      ) : (
        <DataTable
          label={t("title")}
          columns={columns}
          rows={rows}
          idOf={({ _id }) => _id}
          total={total ?? rows.length}
          loadMore={list.more}
          {...sorting}
          {...(open === undefined ? {} : { selected: open, onRowFocus: ({ _id }: RegisteredVisitor) => setOpen(_id) })}
          onOpen={({ _id }) => setOpen(_id)}
          chosen={ids}
          onChoose={choose}
          chooseLabel={(person) => t("choose", { name: nameOf(person) || t("unnamed") })}
        />
      )}
    </PageLayout>
  );
};
