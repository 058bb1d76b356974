import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { useAddressState } from "../../components/address-state.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { Empty } from "../../components/empty.tsx";
import { usePreloadWhenIdle } from "../../components/lazy-popup.tsx";
import { PageLayout } from "../../components/page-layout.tsx";
import { SkeletonRows } from "../../components/skeleton.tsx";
import { useLocationId } from "../../data/location.ts";
import { errorMessage } from "../../data/error-message.ts";
import { useCan } from "../../data/session.ts";
import type { Visit } from "../../data/visits.ts";
import { useKeys } from "../../lib/use-keys.ts";
import { VisitPanel } from "../../features/visit/visit-panel.tsx";
import { SORTED_BY, useColumns, useDays } from "./columns.tsx";
import { ExportButton } from "./export-button.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { SavedFilterTabs } from "./saved-filter-tabs.tsx";
import { ChosenBar, ON_DEMAND } from "./on-demand.ts";
import { useView } from "./use-view.ts";
import { DEFAULT_VIEW, isUnfiltered, type LogView } from "./view.ts";
import { useLog } from "./visits.ts";

type Log = ReturnType<typeof useLog>;

const NotFilled = ({ log, view, clear }: { log: Log; view: LogView; clear: () => void }) => {
  const { t } = useTranslation("log");
  const { t: common } = useTranslation();
  const location = useLocationId();
  const writes = useCan("visits.write");
  if (log.error !== null)
    return (
      <Empty title={t("notRead")} action={<Button onClick={log.again}>{common("tryAgain")}</Button>}>
        {errorMessage(log.error)}
      </Empty>
    );
  if (!log.isRead) return <SkeletonRows rows={12} label={common("loading")} />;
  if (!isUnfiltered(view))
    return (
      <Empty title={common("nothingMatches")} action={<Button onClick={clear}>{common("clearFilters")}</Button>} />
    );
  const action = writes && (
    <ButtonLink to="/at/$location/sign-in" params={{ location }}>
      {common("signInVisitor")}
    </ButtonLink>
  );
  return (
    <Empty title={t("empty")} action={action}>
      {t("emptyHow")}
    </Empty>
  );
};

/** J and K come to the table when nothing in it has the focus. */
const FOCUS_FIRST = {
  j: () => document.querySelector<HTMLElement>("[role=table] [data-row]")?.focus(),
  k: () => document.querySelector<HTMLElement>("[role=table] [data-row]")?.focus(),
};

const useChosen = (visits: readonly Visit[]) => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = useMemo(() => visits.filter(({ _id }) => ids.has(_id)), [visits, ids]);
  const choose = (id: string, isChosen: boolean): void => {
    const next = new Set(ids);
    if (isChosen) next.add(id);
    else next.delete(id);
    setIds(next);
  };
  return { chosen, ids, choose, clear: () => setIds(new Set()) };
};

const usePanel = (visits: readonly Visit[]) => {
  const [open, setOpen] = useAddressState("visit");
  const index = visits.findIndex(({ _id }) => _id === open);
  const step = (by: 1 | -1): (() => void) | undefined => {
    const other = index < 0 ? undefined : visits[index + by];
    return other === undefined ? undefined : () => setOpen(other._id);
  };
  const close = (): void => setOpen(undefined);
  const panel = open !== undefined && <VisitPanel id={open} close={close} previous={step(-1)} next={step(1)} />;
  return { open, setOpen, panel };
};

/** Every visit of the location: found, sorted and looked into without leaving the list. */
export const LogPage = () => {
  const { t, i18n } = useTranslation("log");
  const [view, set] = useView();
  const log = useLog(view);
  const { visits, hasMore, total } = log;
  const { open, setOpen, panel } = usePanel(visits);
  const { chosen, ids, choose, clear } = useChosen(visits);
  const [writes, exports] = [useCan("visits.write"), useCan("visits.export")];
  const byDay = view.sort.key === "signed_in";
  const columns = useColumns(view.columns, { byDay, choosing: writes ? { chosen: ids, choose } : undefined });
  const dayOfRow = useDays(visits, !hasMore);
  useKeys(FOCUS_FIRST);
  usePreloadWhenIdle(ON_DEMAND);
  const sortBy = (column: string): void => {
    const key = SORTED_BY[column] ?? column;
    set({ sort: { key, descending: view.sort.key === key ? !view.sort.descending : key.startsWith("signed_") } });
  };
  const sorted = Object.entries(SORTED_BY).find(([, key]) => key === view.sort.key)?.[0] ?? view.sort.key;
  return (
    <PageLayout
      title={t("title")}
      note={total === undefined ? undefined : t("count", { count: total, number: formatNumber(total, i18n.language) })}
      actions={exports && total !== undefined && total > 0 && <ExportButton view={view} total={total} />}
      tabs={<SavedFilterTabs view={view} />}
      panel={panel}
    >
      {chosen.length > 0 ? (
        <Suspense>
          <ChosenBar chosen={chosen} clear={clear} />
        </Suspense>
      ) : (
        <FilterBar view={view} set={set} />
      )}
      {visits.length === 0 ? (
        <NotFilled log={log} view={view} clear={() => set({ ...DEFAULT_VIEW, columns: view.columns })} />
      ) : (
        <DataTable
          label={t("title")}
          columns={columns}
          rows={visits}
          idOf={({ _id }) => _id}
          total={total ?? visits.length + (hasMore ? 1 : 0)}
          loadMore={log.more}
          sort={{ key: sorted, descending: view.sort.descending }}
          onSort={sortBy}
          {...(open === undefined ? {} : { selected: open, onRowFocus: ({ _id }: Visit) => setOpen(_id) })}
          onOpen={({ _id }) => setOpen(_id)}
          {...(byDay ? { groupOf: dayOfRow } : {})}
        />
      )}
    </PageLayout>
  );
};
