import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { downloads } from "../../data/api/api.ts";
import { Button, IconButton } from "../../components/button/button.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { useClock } from "../../features/list/clock.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import type { ListView } from "../../features/list/description.ts";
import { queryOf } from "./query.ts";

/** The most rows that the service puts into one workbook (interface 8). */
const ROWS = 200;

/** Downloads the filtered visits, and says in what: in a workbook if they fit into one, otherwise in a CSV file. */
export const ExportButton = ({ view, total }: { view: ListView; total: number }) => {
  const { t, i18n } = useTranslation("log");
  const location = useLocationId();
  const clock = useClock();
  const run = (): void => {
    const params = { company_id: location };
    const query = { language_id: i18n.language, ...queryOf(view, clock) };
    if (total > ROWS) void downloads.request("GET /companies/{company_id}/visitors/export", { params, query });
    else void downloads.request("GET /visitors/export/bycompany/{company_id}", { params, query });
    const words = { count: total, number: formatNumber(total, i18n.language) };
    showToast({ words: t(total > ROWS ? "exportingCsv" : "exportingExcel", words) });
  };
  // Beside the title there is no room for the word in every language.
  if (useBreakpoint() === "phone")
    return (
      <IconButton label={t("export")} edged onClick={run}>
        <IconDownload />
      </IconButton>
    );
  return (
    <Button icon={<IconDownload />} onClick={run}>
      {t("export")}
    </Button>
  );
};
