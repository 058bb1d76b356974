import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { foyer } from "../api.ts";
import { Button } from "../components/button.tsx";
import { say } from "../components/toast.tsx";
import { useLocationId } from "../location.ts";
import { queryOf, type View } from "./view.ts";
import { useClock } from "./visits.ts";

/** Rows that the service puts into one file (interface 8), and files that are made at once. */
const ROWS = 200;
const FILES_MAX = 10;

const nameIn = (response: Response, page: number, pages: number): string => {
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "visitors.xlsx";
  return pages === 1 ? name : name.replace(/\.xlsx$/, `-${page}.xlsx`);
};

const save = async (response: Response, name: string): Promise<void> => {
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};

/** What is shown as Excel files of at most 200 visits each. */
export const ExportButton = ({ view, total }: { view: View; total: number }) => {
  const { t, i18n } = useTranslation("log");
  const location = useLocationId();
  const clock = useClock();
  const [busy, setBusy] = useState(false);
  const pages = Math.min(Math.ceil(total / ROWS), FILES_MAX);
  const saveAll = async (): Promise<void> => {
    for (let page = 1; page <= pages; page += 1) {
      const response = await foyer.request("GET /visitors/export/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: ROWS, page, language_id: i18n.language, ...queryOf(view, clock) },
      });
      if (response instanceof Response) await save(response, nameIn(response, page, pages));
    }
    if (pages > 1) say({ words: t("exported", { files: pages, count: Math.min(total, pages * ROWS) }) });
  };
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveAll();
    } catch (error) {
      say({ kind: "problem", words: t("notExported", { reason: error instanceof Error ? error.message : "" }) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<IconDownload />} busy={busy} onClick={() => void run()}>
      {t("export")}
    </Button>
  );
};
