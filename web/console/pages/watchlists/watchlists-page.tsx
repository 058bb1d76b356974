import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { useAddressState } from "../../components/form/address-state.ts";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { type Column, TwoLines } from "../../components/table/data-table.tsx";
import { Records } from "../../components/table/records.tsx";
import { hitsQuery } from "../../data/lists/watch-hits.ts";
import { useLocationId } from "../../data/session/location.ts";
import { HitPanel } from "./hit-panel.tsx";
import { Hits } from "./hits.tsx";
import { ListPanel } from "./list-panel.tsx";
import { NewList } from "./new-list.tsx";
import { type Watchlist, watchlistsQuery } from "./watchlists.ts";

const NEW = "new";

const useColumns = (): readonly Column<Watchlist>[] => {
  const { t } = useTranslation("watchlists");
  return useMemo(
    () => [
      {
        key: "name",
        label: t("name"),
        width: "minmax(180px, 2fr)",
        cell: ({ name, kind }) => <TwoLines title={name} below={t(`kind.${kind}`)} />,
      },
      { key: "entries", label: t("entries"), width: "150px", cell: ({ entries }) => t("people", { count: entries }) },
    ],
    [t],
  );
};

const useOpened = () => {
  const location = useLocationId();
  const { data: lists } = useQuery(watchlistsQuery(location));
  const { data: hits } = useQuery(hitsQuery(location));
  const [open, setOpen] = useAddressState("list");
  const [openHit, setOpenHit] = useAddressState("hit");
  return {
    lists,
    hits,
    open,
    list: lists?.find(({ _id }) => _id === open),
    hit: hits?.find(({ _id }) => _id === openHit),
    openList: (id: string | undefined): void => {
      setOpenHit(undefined);
      setOpen(id);
    },
    openHit: (id: string | undefined): void => {
      setOpen(undefined);
      setOpenHit(id);
    },
  };
};

/** Whom the location looks out for, and who of its visitors could be one of them (docs/watchlist.md). */
export const WatchlistsPage = () => {
  const { t } = useTranslation("watchlists");
  const columns = useColumns();
  const { lists, hits, open, list, hit, openList, openHit } = useOpened();
  const add = (
    <Button kind={open === undefined ? "primary" : "line"} onClick={() => openList(NEW)}>
      {t("add")}
    </Button>
  );
  const close = (): void => openList(undefined);
  const listPanel = list !== undefined && <ListPanel key={open} list={list} close={close} />;
  const hitPanel = hit !== undefined && <HitPanel key={hit._id} hit={hit} close={() => openHit(undefined)} />;
  return (
    <PageLayout
      title={t("title")}
      actions={lists !== undefined && lists.length > 0 && add}
      panel={open === NEW ? <NewList close={close} added={openList} /> : listPanel || hitPanel}
    >
      {hits !== undefined && hits.length > 0 && <Hits hits={hits} open={openHit} />}
      <Records
        label={t("title")}
        columns={columns}
        rows={lists}
        open={open}
        onOpen={openList}
        empty={
          <Empty title={t("empty")} action={add}>
            {t("emptyHelp")}
          </Empty>
        }
      />
    </PageLayout>
  );
};
