import { useTranslation } from "react-i18next";

import { formatTime } from "../../../shared/format.ts";
import { Box, Paper } from "../../components/layout/paper.tsx";
import { useLocation, useFormatContext } from "../../data/session/location.ts";
import { nameOf, type Visit } from "../../data/lists/visits.ts";

/** The list on paper: all visitors shown, with a box to tick. */
export const PrintedVisits = ({
  visits,
  entryPoints,
}: {
  visits: readonly Visit[];
  entryPoints: ReadonlyMap<string, string>;
}) => {
  const { t } = useTranslation("inside");
  const writing = useFormatContext();
  const { name } = useLocation();
  const heads = [t("safe"), t("visitor"), t("company"), t("host"), t("door"), t("since")];
  return (
    <Paper title={t("paperTitle", { name, count: visits.length })} heads={heads}>
      {visits.map((visit) => (
        <tr key={visit._id}>
          <td>
            <Box />
          </td>
          <td>{nameOf(visit)}</td>
          <td>{visit.company}</td>
          <td>{visit.recipient}</td>
          <td>{entryPoints.get(visit.entrypoint_id ?? "")}</td>
          <td>{formatTime(new Date(visit.signed_in), writing)}</td>
        </tr>
      ))}
    </Paper>
  );
};
