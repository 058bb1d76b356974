import { useTranslation } from "react-i18next";

import { dayOf, formatDayTime, formatDuration } from "../../../shared/format.ts";
import { type Column, TwoLines } from "../../components/table/data-table.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { useVisitTypes } from "../../data/lists/visit-types.ts";
import { companyBeside, nameOf, type Visit } from "../../data/lists/visits.ts";

const Since = ({ visit }: { visit: Visit }) => {
  const writing = useFormatContext();
  return formatDayTime(new Date(visit.signed_in), writing, dayOf(new Date(useNow()), writing.timeZone));
};

const InsideStatus = ({ visit }: { visit: Visit }) => {
  const { t, i18n } = useTranslation("inside");
  const now = useNow();
  if (visit.approval === "pending") return <StatusLabel kind="warning">{t("undecided")}</StatusLabel>;
  if (visit.approval === "rejected") return <StatusLabel kind="rejected">{t("rejected")}</StatusLabel>;
  const ms = now - Date.parse(visit.signed_in);
  return ms < 60_000 ? t("justNow") : formatDuration(ms, i18n.language);
};

/** The columns of the list; on narrow screens the least important ones are dropped first. */
export const useColumns = (entryPoints: ReadonlyMap<string, string>): Column<Visit>[] => {
  const { t } = useTranslation("inside");
  const types = new Map(useVisitTypes().map(({ _id, name }) => [_id, name]));
  return [
    {
      key: "name",
      label: t("visitor"),
      width: "minmax(180px, 1.5fr)",
      sortable: true,
      drops: 0,
      cell: (visit) => (
        <TwoLines
          lead={<Portrait person={visit} visitId={visit._id} />}
          title={nameOf(visit)}
          below={companyBeside(visit)}
        />
      ),
    },
    {
      key: "recipient",
      label: t("host"),
      width: "minmax(120px, 1fr)",
      sortable: true,
      drops: 2,
      cell: (visit) => visit.recipient,
    },
    {
      key: "door",
      label: t("door"),
      width: "minmax(110px, 0.8fr)",
      sortable: true,
      drops: 3,
      cell: (visit) => entryPoints.get(visit.entrypoint_id ?? ""),
    },
    {
      key: "type",
      label: t("type"),
      width: "minmax(100px, 0.7fr)",
      drops: 3,
      cell: (visit) => types.get(visit.visit_type ?? ""),
    },
    {
      key: "signed_in",
      label: t("since"),
      width: "minmax(70px, 0.6fr)",
      sortable: true,
      drops: 1,
      cell: (visit) => <Since visit={visit} />,
    },
    {
      key: "standing",
      label: t("inside"),
      width: "minmax(130px, 0.5fr)",
      right: true,
      drops: 0,
      cell: (visit) => <InsideStatus visit={visit} />,
    },
  ];
};
