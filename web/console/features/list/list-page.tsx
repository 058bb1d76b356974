import { type ComponentProps, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { Button } from "../../components/button/button.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { usePreloadWhenIdle } from "../../components/button/lazy-popup.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { type Cells, sortingOf, useColumns } from "./columns.tsx";
import type { Row } from "./description.ts";
import { FilterBar } from "./filter-bar.tsx";
import { ON_DEMAND } from "./on-demand.ts";
import type { ListState } from "./use-list.ts";
import { isUnfiltered } from "./view.ts";

type ListPageProps<Item extends Row> = Pick<ComponentProps<typeof PageLayout>, "actions" | "tabs" | "panel"> & {
  state: ListState<Item>;
  cells: Cells<Item>;
  /** The actions for selected rows, in place of the filters. */
  chosenBar: ReactNode;
  /** Between filters and rows. */
  notice?: ReactNode;
  /** Replaces the rows if there are none at all. */
  empty: ReactNode;
  /** The heading where the rows can't be loaded, if it is not the general one. */
  failed?: string | undefined;
  /** Further properties of this list's table. */
  table?: Partial<ComponentProps<typeof DataTable<Item>>>;
};

const EmptyList = <Item extends Row>({
  state,
  empty,
  failed,
}: Pick<ListPageProps<Item>, "state" | "empty" | "failed">) => {
  const { t } = useTranslation([state.list.name, "console"]);
  const { isRead, isSearching, error, retry, view, set, list } = state;
  if (!isRead || isSearching || error !== null)
    return <LoadingState label={t("console:loading")} failed={failed} error={error} retry={retry} />;
  if (isUnfiltered(view)) return empty;
  const clear = (): void => set({ search: "", filters: {}, sort: list.sort });
  return (
    <Empty title={t("console:nothingMatches")} action={<Button onClick={clear}>{t("console:clearFilters")}</Button>} />
  );
};

const Table = <Item extends Row>({ state, cells, table }: Pick<ListPageProps<Item>, "state" | "cells" | "table">) => {
  const { t } = useTranslation(state.list.name);
  const { list, view, set, rows, isSearching, total, hasMore, more, open, setOpen } = state;
  const columns = useColumns(list, view, cells);
  return (
    <DataTable
      label={t("title")}
      columns={columns}
      rows={rows}
      idOf={({ _id }) => _id}
      isSearching={isSearching}
      total={total ?? rows.length + (hasMore ? 1 : 0)}
      loadMore={more}
      {...sortingOf(list, view, set)}
      {...(open === undefined ? {} : { selected: open, onRowFocus: ({ _id }: Item) => setOpen(_id) })}
      onOpen={({ _id }) => setOpen(_id)}
      {...table}
    />
  );
};

/** A long list with search, filters, sorting, a choice of columns, selectable rows, and one row open beside it. */
export const ListPage = <Item extends Row>({
  state,
  cells,
  chosenBar,
  notice,
  empty,
  failed,
  table,
  ...layout
}: ListPageProps<Item>) => {
  const { t, i18n } = useTranslation(state.list.name);
  const { list, view, set, rows, total, chosen } = state;
  const count = total ?? 0;
  usePreloadWhenIdle(ON_DEMAND);
  return (
    <PageLayout
      title={t("title")}
      note={total === undefined ? undefined : t("count", { count, number: formatNumber(count, i18n.language) })}
      {...layout}
    >
      {chosen.length > 0 ? <Suspense>{chosenBar}</Suspense> : <FilterBar list={list} view={view} set={set} />}
      <Suspense>{notice}</Suspense>
      {rows.length === 0 ? (
        <EmptyList state={state} empty={empty} failed={failed} />
      ) : (
        <Table state={state} cells={cells} {...(table && { table })} />
      )}
    </PageLayout>
  );
};
