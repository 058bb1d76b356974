import { useTranslation } from "react-i18next";

import { ButtonLink } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { usePreloadWhenIdle } from "../../components/button/lazy-popup.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import { ListPage } from "../../features/list/list-page.tsx";
import { useList } from "../../features/list/use-list.ts";
import { prefetchRows } from "../../features/list/use-rows.ts";
import { VisitPanel } from "../../features/visit/visit-panel.tsx";
import { useKeys } from "../../lib/use-keys.ts";
import { useCells, useDays } from "./cells.tsx";
import { ExportButton } from "./export-button.tsx";
import { LOG } from "./list.ts";
import { ChosenBar, ON_DEMAND } from "./on-demand.ts";
import { SavedFilterTabs } from "./saved-filter-tabs.tsx";

const NoVisits = () => {
  const { t } = useTranslation("log");
  const { t: common } = useTranslation();
  const location = useLocationId();
  const action = useCan("visits.write") && (
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

/** J and K move to the table if nothing in it has the focus. */
const FOCUS_FIRST = {
  j: () => document.querySelector<HTMLElement>("[role=table] [data-row]")?.focus(),
  k: () => document.querySelector<HTMLElement>("[role=table] [data-row]")?.focus(),
};

const Log = () => {
  const { t } = useTranslation();
  const state = useList(LOG);
  const { view, rows, total = 0, hasMore, open, ways, chosen, ids, choose, clear } = state;
  const [writes, exports] = [useCan("visits.write"), useCan("visits.export")];
  const byDay = view.sort.key === "signed_in";
  const cells = useCells(byDay, writes ? { chosen: ids, choose } : undefined);
  const groupOf = useDays(rows, !hasMore);
  useKeys(FOCUS_FIRST);
  usePreloadWhenIdle(ON_DEMAND);
  return (
    <ListPage
      state={state}
      cells={cells}
      actions={exports && total > 0 && <ExportButton view={view} total={total} />}
      tabs={<SavedFilterTabs view={view} />}
      panel={open !== undefined && <VisitPanel id={open} {...ways} />}
      chosenBar={<ChosenBar chosen={chosen} clear={clear} />}
      empty={<NoVisits />}
      failed={t("visitsNotRead")}
      table={byDay ? { groupOf } : {}}
    />
  );
};

/** Every visit of the location: search, sort, and open visits without leaving the list. */
export const LogPage = Object.assign(Log, { prefetch: (location: string) => prefetchRows(LOG, location) });
