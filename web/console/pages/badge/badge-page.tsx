import { SegmentedControl } from "@mantine/core";
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { IconPrinter } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { LABELS, type LabelSize } from "../../../shared/badge/badge.tsx";
import { api } from "../../data/api/api.ts";
import { Button } from "../../components/button/button.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { PageTitle } from "../../components/layout/page-title.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { savePreference, preference } from "../../lib/preferences.ts";
import { visitTypesQuery } from "../../data/lists/visit-types.ts";
import { visitQuery } from "../../features/visit/queries.ts";
import styles from "./badge.module.css";
import { VisitBadge } from "./visit-badge.tsx";

const SIZE_KEPT = "view badge";

const sizeKept = (): LabelSize => (preference(SIZE_KEPT) === "54x101" ? "54x101" : "62x100");

/** The paper is the label: no margins, so no browser adds its lines. */
const useLabelPaper = (size: LabelSize): void => {
  useEffect(() => {
    const [width, height] = LABELS[size];
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [size]);
};

/** Prints once everything on it is drawn, and closes the window that was opened for it. */
const usePrint = (ready: boolean): void => {
  useEffect(() => {
    if (!ready) return undefined;
    // A browser lets a page close only the window that a page opened.
    const close = (): void => {
      if (globalThis.opener !== null) globalThis.close();
    };
    const print = async (): Promise<void> => {
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
      await document.fonts.ready;
      globalThis.print();
    };
    globalThis.addEventListener("afterprint", close, { once: true });
    void print();
    return () => globalThis.removeEventListener("afterprint", close);
  }, [ready]);
};

const codeQuery = (location: string, id: string) =>
  queryOptions({
    queryKey: [location, "visit", id, "badge"],
    queryFn: () => api.request("GET /visitors/{visitorId}/badge", { params: { visitorId: id } }),
  });

/** The visits with their codes; none while one of them is missing, or their visit types are being read. */
const useBadges = (ids: readonly string[]) => {
  const location = useLocationId();
  const { i18n } = useTranslation();
  const types = useQuery(visitTypesQuery(location, i18n.language));
  const visits = useQueries({ queries: ids.map((id) => visitQuery(location, id)) });
  const codes = useQueries({ queries: ids.map((id) => codeQuery(location, id)) });
  const all = [...visits, ...codes];
  const badges = visits.flatMap(({ data: visit, isPlaceholderData }, n) => {
    const code = codes[n]?.data?.code;
    return visit === undefined || isPlaceholderData || code === undefined ? [] : [{ visit, code }];
  });
  return {
    badges: badges.length === ids.length && !types.isPending ? badges : [],
    error: all.find(({ error }) => error !== null)?.error ?? null,
    retry: () => all.forEach(({ error, refetch }) => error !== null && void refetch()),
  };
};

/** The badges of one or several visits, each on a label of its own: they print when they are opened. */
export const BadgePage = () => {
  const { t } = useTranslation("badge");
  const { visit: ids = "" } = useParams({ strict: false });
  const [size, setSize] = useState(sizeKept);
  const { badges, error, retry } = useBadges(ids.split(","));
  const ready = badges.length > 0;
  useLabelPaper(size);
  usePrint(ready);
  const choose = (next: string): void => {
    savePreference(SIZE_KEPT, next);
    setSize(next === "54x101" ? "54x101" : "62x100");
  };
  return (
    <main className={styles.page}>
      <header className={styles.bar}>
        <PageTitle className={styles.heading}>{t("title", { count: ids.split(",").length })}</PageTitle>
        <SegmentedControl
          aria-label={t("size")}
          value={size}
          onChange={choose}
          data={Object.entries(LABELS).map(([value, [wide, high]]) => ({ value, label: t("mm", { wide, high }) }))}
        />
        <Button kind="primary" icon={<IconPrinter />} disabled={!ready} onClick={() => globalThis.print()}>
          {t("print")}
        </Button>
      </header>
      {error !== null && (
        <LoadingState label={t("console:loading")} failed={t("notRead")} error={error} retry={retry} />
      )}
      {badges.map(({ visit, code }) => (
        <VisitBadge key={visit._id} visit={visit} code={code} size={size} />
      ))}
    </main>
  );
};
