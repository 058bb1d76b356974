import { useQuery } from "@tanstack/react-query";
import { IconPin, IconPinFilled, IconPlus, IconTableImport } from "@tabler/icons-react";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { useAddressState } from "../../components/form/address-state.ts";
import { Button } from "../../components/button/button.tsx";
import { CantBeTexted } from "../../components/feedback/cant-be-texted.tsx";
import { type Column, DataTable, TwoLines } from "../../components/table/data-table.tsx";
import { problemOf } from "../../components/edits/use-draft.ts";
import { Empty } from "../../components/feedback/empty.tsx";
import { ListSearch } from "../../components/search/list-search.tsx";
import { usePreloadWhenIdle } from "../../components/button/lazy-popup.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { Fact, Facts, Panel } from "../../components/layout/panel.tsx";
import { SkeletonForm } from "../../components/feedback/skeleton.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import { type Host, hostsQuery, importedCountQuery, matchesSearch, pin } from "./hosts.ts";
import styles from "./hosts.module.css";
import { HostForm, ImportHosts, ON_DEMAND } from "./on-demand.ts";

const NEW = "new";
const IMPORT = "import";

const useTurn = (): ((host: Host) => void) => {
  const { t } = useTranslation("hosts");
  const turn = async (host: Host, sticky: boolean): Promise<void> => {
    try {
      await pin(host, sticky);
    } catch (error) {
      showToast({ kind: "problem", words: problemOf(error).words });
    }
  };
  return (host) => {
    void turn(host, !host.sticky);
    const words = host.sticky ? t("isUnpinned", { name: host.cn }) : t("isPinned", { name: host.cn });
    showToast({ words, undo: () => void turn(host, host.sticky) });
  };
};

const Pin = ({ host }: { host: Host }) => {
  const { t } = useTranslation("hosts");
  const turn = useTurn();
  if (!useCan("hosts.write")) return host.sticky ? t("pinned") : null;
  const Icon = host.sticky ? IconPinFilled : IconPin;
  return (
    <button
      type="button"
      className={styles.pin}
      aria-pressed={host.sticky}
      aria-label={t("pin", { name: host.cn })}
      title={t("pinned")}
      onClick={(event) => {
        event.stopPropagation();
        turn(host);
      }}
    >
      <Icon size={18} stroke={1.6} aria-hidden="true" />
    </button>
  );
};

const useColumns = (): readonly Column<Host>[] => {
  const { t } = useTranslation("hosts");
  return useMemo(() => {
    const text = (name: "telephoneNumber" | "mobile", drops: 1 | 2): Column<Host> => ({
      key: name,
      label: t(`field.${name}`),
      width: "minmax(130px, 1fr)",
      drops,
      cell: (host) => <span className={styles.quiet}>{host[name]}</span>,
    });
    return [
      {
        key: "name",
        label: t("field.cn"),
        width: "minmax(200px, 2fr)",
        drops: 0,
        cell: (host) => (
          <TwoLines lead={<Portrait person={{ first_name: host.cn }} />} title={host.cn} below={host.mail} />
        ),
      },
      text("telephoneNumber", 1),
      text("mobile", 2),
      {
        key: "pinned",
        label: t("pinnedShort"),
        width: "minmax(84px, 0.6fr)",
        drops: 0,
        cell: (host) => <Pin host={host} />,
      },
    ];
  }, [t]);
};

const ReadHost = ({ host, close }: { host: Host; close: () => void }) => {
  const { t } = useTranslation("hosts");
  return (
    <Panel title={host.cn} close={close}>
      <Facts>
        {host.mail !== undefined && <Fact name={t("field.mail")}>{host.mail}</Fact>}
        {host.telephoneNumber !== undefined && <Fact name={t("field.telephoneNumber")}>{host.telephoneNumber}</Fact>}
        {host.mobile !== undefined && (
          <Fact name={t("field.mobile")}>
            {host.mobile} <CantBeTexted number={host.mobile} />
          </Fact>
        )}
      </Facts>
    </Panel>
  );
};

const usePanel = (hosts: readonly Host[] | undefined) => {
  const { t } = useTranslation();
  const [open, setOpen] = useAddressState("host");
  const writes = useCan("hosts.write");
  const close = (): void => setOpen(undefined);
  const host = hosts?.find(({ _id }) => _id === open);
  const panelOf = () => {
    if (open === IMPORT && writes) return <ImportHosts close={close} />;
    if (host !== undefined && !writes) return <ReadHost host={host} close={close} />;
    return (host !== undefined || open === NEW) && writes && <HostForm key={open} host={host} close={close} />;
  };
  const panel = panelOf();
  return {
    open,
    setOpen,
    panel: panel !== false && <Suspense fallback={<SkeletonForm label={t("loading")} />}>{panel}</Suspense>,
  };
};

const useImportedCount = (): number => useQuery(importedCountQuery(useLocationId())).data ?? 0;

/** Hosts of a directory's file are looked for here, too: where there are some, it says why none of them is found. */
const EmptyHostList = ({ all, clear, add }: { all: readonly Host[]; clear: () => void; add: () => void }) => {
  const { t } = useTranslation("hosts");
  const { t: common } = useTranslation();
  const writes = useCan("hosts.write");
  const isImported = useImportedCount() > 0;
  if (all.length > 0)
    return (
      <Empty title={common("nothingMatches")} action={<Button onClick={clear}>{common("clearFilters")}</Button>}>
        {isImported ? t("whereImported") : undefined}
      </Empty>
    );
  return (
    <Empty title={t(isImported ? "onlyImported" : "none")} action={writes && <Button onClick={add}>{t("add")}</Button>}>
      {t(isImported ? "whereImported" : "noneHelp")}
    </Empty>
  );
};

/** How many there are; those of a directory's file are counted apart, since they aren't in the list. */
const Count = ({ shown }: { shown: number }) => {
  const { t, i18n } = useTranslation("hosts");
  const imported = useImportedCount();
  const number = (count: number): string => formatNumber(count, i18n.language);
  return (
    <>
      {t("count", { count: shown, number: number(shown) })}
      {imported > 0 && <span title={t("whereImported")}>{t("andImported", { number: number(imported) })}</span>}
    </>
  );
};

const Actions = ({ open, busy }: { open: (what: string) => void; busy: boolean }) => {
  const { t } = useTranslation("hosts");
  if (!useCan("hosts.write")) return null;
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

/** Whom visitors come for. */
export const HostsPage = () => {
  const { t } = useTranslation("hosts");
  const { t: common } = useTranslation();
  const { data, error, refetch } = useQuery(hostsQuery(useLocationId()));
  const { open, setOpen, panel } = usePanel(data);
  const [words, setWords] = useState("");
  const columns = useColumns();
  usePreloadWhenIdle(ON_DEMAND);
  const shown = data?.filter((host) => matchesSearch(host, words)) ?? [];
  const count = shown.length;
  return (
    <PageLayout
      title={t("title")}
      note={data === undefined ? undefined : <Count shown={count} />}
      actions={<Actions open={setOpen} busy={open !== undefined} />}
      panel={panel}
    >
      <ListSearch label={t("search")} value={words} set={setWords} />
      {data === undefined && <LoadingState label={common("loading")} error={error} retry={refetch} />}
      {data !== undefined && count === 0 && (
        <EmptyHostList all={data} clear={() => setWords("")} add={() => setOpen(NEW)} />
      )}
      {count > 0 && (
        <DataTable
          label={t("title")}
          columns={columns}
          rows={shown}
          idOf={({ _id }) => _id}
          {...(open === undefined ? {} : { selected: open })}
          onOpen={({ _id }) => setOpen(_id)}
        />
      )}
    </PageLayout>
  );
};
