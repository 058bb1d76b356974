import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/form/address-state.ts";
import { Button } from "../../components/button/button.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { useDayGroups } from "../../components/table/day-groups.ts";
import { Empty } from "../../components/feedback/empty.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { useColumns } from "./columns.tsx";
import { EntryPanel } from "./entry-panel.tsx";
import { FilterLine } from "./filters.tsx";
import type { AuditEntry, AuditLine } from "./marks.ts";
import { type AuditFilters, useAudit } from "./queries.ts";
import { BrokenSeal, SealNote } from "./seal.tsx";

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The filters in the address, and how to change them. */
const useFilters = (): [AuditFilters, (change: Partial<AuditFilters>) => void] => {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const filters: AuditFilters = {
    actor: textOf(search["actor"]),
    act: textOf(search["act"]),
    day: textOf(search["day"]),
    record: textOf(search["record"]),
  };
  const set = (change: Partial<AuditFilters>): void =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...before, ...change }),
      replace: true,
    });
  return [filters, set];
};

const NO_FILTERS: AuditFilters = { actor: undefined, act: undefined, day: undefined, record: undefined };

const NoEntries = ({ filtered, clear }: { filtered: boolean; clear: () => void }) => {
  const { t } = useTranslation("audit");
  const { t: common } = useTranslation();
  if (!filtered) return <Empty title={t("empty")}>{t("emptyHow")}</Empty>;
  return <Empty title={common("nothingMatches")} action={<Button onClick={clear}>{common("clearFilters")}</Button>} />;
};

const dayOfEntry = ({ at }: AuditEntry): string => at;

/** Who did what and when. */
export const AuditPage = () => {
  const { t } = useTranslation("audit");
  const { t: common } = useTranslation();
  const [filters, set] = useFilters();
  const [open, setOpen] = useAddressState("entry");
  const audit = useAudit(useLocationId(), filters);
  const { entries, isRead, hasMore } = audit;
  const columns = useColumns();
  const groupOf = useDayGroups(dayOfEntry);
  const entry = entries.find(({ _id }) => _id === open);
  const close = (): void => setOpen(undefined);
  return (
    <PageLayout
      title={t("title")}
      note={<SealNote />}
      panel={
        entry !== undefined && (
          <EntryPanel
            key={entry._id}
            entry={entry}
            close={close}
            showRecord={(record) => set({ ...NO_FILTERS, record })}
          />
        )
      }
    >
      <BrokenSeal />
      <FilterLine filters={filters} set={set} entries={entries} />
      {!isRead && <LoadingState label={common("loading")} error={audit.error} retry={audit.retry} />}
      {isRead && entries.length === 0 && (
        <NoEntries
          filtered={Object.values(filters).some((value) => value !== undefined)}
          clear={() => set(NO_FILTERS)}
        />
      )}
      {entries.length > 0 && (
        <DataTable
          label={t("title")}
          columns={columns}
          rows={entries}
          isSearching={audit.isSearching}
          idOf={({ _id }) => _id}
          total={entries.length + (hasMore ? 1 : 0)}
          loadMore={audit.more}
          {...(entry === undefined ? {} : { selected: entry._id, onRowFocus: ({ _id }: AuditLine) => setOpen(_id) })}
          onOpen={({ _id }) => setOpen(_id)}
          groupOf={groupOf}
        />
      )}
    </PageLayout>
  );
};
