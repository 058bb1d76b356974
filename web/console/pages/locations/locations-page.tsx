import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { IconPlus } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { matches } from "../../../shared/text-matching.ts";
import { formatNumber, formatTime } from "../../../shared/format.ts";
import { useAddressState } from "../../components/form/address-state.ts";
import { Button } from "../../components/button/button.tsx";
import { type Column, DataTable, TwoLines } from "../../components/table/data-table.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { ListSearch } from "../../components/search/list-search.tsx";
import { LocationMark } from "../../components/layout/location-mark.tsx";
import { PageLayout } from "../../components/layout/page-layout.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { locationQuery, locationsQuery } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { useCan } from "../../data/session/session.ts";
import { AddLocation } from "./add-location.tsx";
import { type LocationSummary, useLocationCounts } from "./location-counts.ts";

const NEW = "new";

const Count = ({ location, of }: { location: LocationSummary; of: "came" | "month" }) => {
  const { i18n } = useTranslation();
  const count = useLocationCounts(location)[of];
  return count === undefined ? null : formatNumber(count, i18n.language);
};

const Inside = ({ location }: { location: LocationSummary }) => {
  const { t, i18n } = useTranslation("locations");
  const { inside } = useLocationCounts(location);
  if (inside === undefined) return null;
  if (inside === 0) return <StatusLabel kind="quiet">{t("noneInside")}</StatusLabel>;
  return (
    <StatusLabel kind="inside">
      {t("inside", { count: inside, number: formatNumber(inside, i18n.language) })}
    </StatusLabel>
  );
};

/** The list has no logos; they are requested when the row is drawn. */
const Mark = ({ location }: { location: LocationSummary }) => {
  const { data } = useQuery(locationQuery(location._id));
  return <LocationMark location={data ?? location} size={30} />;
};

const Clock = ({ location: { timezone } }: { location: LocationSummary }) => {
  const { i18n } = useTranslation();
  const time = formatTime(new Date(useNow()), { language: i18n.language, timeZone: timezone });
  return `${timezone.split("/").at(-1)?.replaceAll("_", " ")}, ${time}`;
};

const useColumns = (): readonly Column<LocationSummary>[] => {
  const { t } = useTranslation("locations");
  const counts = useCan("reports.read");
  return useMemo(() => {
    const number = (key: "came" | "month", drops: 1 | 2): Column<LocationSummary> => ({
      key,
      label: t(key),
      width: "minmax(110px, 0.7fr)",
      right: true,
      drops,
      cell: (location) => <Count location={location} of={key} />,
    });
    return [
      {
        key: "name",
        label: t("name"),
        width: "minmax(200px, 2fr)",
        drops: 0,
        cell: (location) => (
          <TwoLines lead={<Mark location={location} />} title={location.name} below={<Clock location={location} />} />
        ),
      },
      {
        key: "inside",
        label: t("insideNow"),
        width: "minmax(110px, 0.8fr)",
        drops: 0,
        cell: (location) => <Inside location={location} />,
      },
      ...(counts ? [number("came", 1), number("month", 2)] : []),
    ];
  }, [t, counts]);
};

const None = ({ add }: { add: () => void }) => {
  const { t } = useTranslation("locations");
  if (!useCan("service.manage")) return <Empty title={t("none")}>{t("noneForYou")}</Empty>;
  return (
    <Empty
      title={t("none")}
      action={
        <Button kind="primary" onClick={add}>
          {t("addFirst")}
        </Button>
      }
    >
      {t("noneHelp")}
    </Empty>
  );
};

const LocationResults = ({ shown, clear }: { shown: readonly LocationSummary[]; clear: () => void }) => {
  const { t } = useTranslation("locations");
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const columns = useColumns();
  if (shown.length === 0)
    return (
      <Empty title={common("nothingMatches")} action={<Button onClick={clear}>{common("clearFilters")}</Button>} />
    );
  return (
    <DataTable
      label={t("title")}
      columns={columns}
      rows={shown}
      idOf={({ _id }) => _id}
      onOpen={({ _id }) => void navigate({ to: "/at/$location/reception", params: { location: _id } })}
    />
  );
};

/** Every location of the user with today's numbers. */
export const LocationsPage = () => {
  const { t } = useTranslation("locations");
  const { t: common } = useTranslation();
  const { data, error, refetch } = useQuery(locationsQuery);
  const [open, setOpen] = useAddressState("location");
  const [words, setWords] = useState("");
  const serves = useCan("service.manage");
  const shown = data?.filter(({ name }) => words.trim() === "" || matches(name, words)) ?? [];
  const hasAny = data !== undefined && data.length > 0;
  const isAdding = serves && open === NEW;
  const add = (
    <Button kind={isAdding ? "line" : "primary"} icon={<IconPlus />} onClick={() => setOpen(NEW)}>
      {t("add")}
    </Button>
  );
  return (
    <PageLayout
      title={t("title")}
      note={data === undefined ? undefined : common("locationCount", { count: data.length })}
      actions={serves && hasAny && add}
      panel={isAdding && <AddLocation close={() => setOpen(undefined)} />}
    >
      {hasAny && <ListSearch label={t("search")} value={words} set={setWords} />}
      {data === undefined && <LoadingState label={common("loading")} error={error} retry={refetch} />}
      {data?.length === 0 && !isAdding && <None add={() => setOpen(NEW)} />}
      {hasAny && <LocationResults shown={shown} clear={() => setWords("")} />}
    </PageLayout>
  );
};
