import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../shared/format.ts";
import { downloads } from "../../data/api/api.ts";
import { Button, IconButton } from "../../components/button/button.tsx";
import { MenuButton } from "../../components/button/menu-button.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import { useClock } from "../../features/list/clock.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import type { ListView } from "../../features/list/description.ts";
import { queryOf } from "./query.ts";

/** The most rows that a sheet has below its header. */
const EXCEL_ROWS = 1_048_575;

/** Columns of the table that show several fields. */
const FIELDS: Readonly<Record<string, string>> = { visitor: "first_name,last_name,company" };

const useExport = (view: ListView, total: number) => {
  const { t, i18n } = useTranslation("log");
  const location = useLocationId();
  const clock = useClock();
  const params = { company_id: location };
  const words = { count: total, number: formatNumber(total, i18n.language) };
  const shown = view.columns.map((key) => FIELDS[key] ?? key).join(",");
  const queryWith = (columns: string | undefined) => ({
    language_id: i18n.language,
    ...(columns === undefined ? {} : { columns }),
    ...queryOf(view, clock),
  });
  return {
    excel: (columns?: string): void => {
      void downloads.request("GET /companies/{company_id}/visitors/workbook", { params, query: queryWith(columns) });
      showToast({ words: t("exportingExcel", words) });
    },
    csv: (columns?: string): void => {
      void downloads.request("GET /companies/{company_id}/visitors/export", { params, query: queryWith(columns) });
      showToast({ words: t("exportingCsv", words) });
    },
    archive: (): void => {
      void downloads.request("GET /companies/{company_id}/archive", { params });
      showToast({ words: t("exportingArchive") });
    },
    shown,
  };
};

/** Downloads the filtered visits as a workbook or CSV file, with the columns that are shown or all, or the location's archive. */
export const ExportButton = ({ view, total }: { view: ListView; total: number }) => {
  const { t } = useTranslation("log");
  const { excel, csv, archive, shown } = useExport(view, total);
  const manages = useCan("location.manage");
  const isPhone = useBreakpoint() === "phone";
  const entries = [
    ...(total > EXCEL_ROWS
      ? []
      : [
          { label: t("exportAs.excelShown"), choose: () => excel(shown) },
          { label: t("exportAs.excelAll"), choose: () => excel() },
        ]),
    { label: t("exportAs.csvShown"), apart: total <= EXCEL_ROWS, choose: () => csv(shown) },
    { label: t("exportAs.csvAll"), choose: () => csv() },
    ...(manages ? [{ label: t("exportAs.archive"), apart: true, choose: archive }] : []),
  ];
  // Beside the title of a phone there is no room for the word in every language.
  const button = isPhone ? (
    <IconButton label={t("export")} edged>
      <IconDownload />
    </IconButton>
  ) : (
    <Button icon={<IconDownload />}>{t("export")}</Button>
  );
  return <MenuButton position="bottom-end" width={260} button={button} entries={entries} />;
};
