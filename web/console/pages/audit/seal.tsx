import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { formatDay, formatTime } from "../../../shared/format.ts";
import { api } from "../../data/api/api.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { useLocationId, useFormatContext } from "../../data/session/location.ts";
import styles from "./audit.module.css";

const SEALS = "GET /companies/{company_id}/audit/seals";
/** It is a long read: not for every look at the page. */
const FRESH_MS = 300_000;

/** The whole log compared with its seals, in as many calls as it takes. */
const readSeals = async (company_id: string, signal: AbortSignal) => {
  const params = { company_id };
  let last = await api.request(SEALS, { params, signal });
  const findings = [...last.findings];
  while (last.next !== undefined) {
    last = await api.request(SEALS, { params, query: { after: last.next }, signal });
    findings.push(...last.findings);
  }
  return { since: last.sealed_since, findings };
};

const sealsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "audit", "seals"],
    queryFn: ({ signal }) => readSeals(location, signal),
    staleTime: FRESH_MS,
  });

/** Beside the title: since when nothing in the log was changed, as far as its seals tell. */
export const SealNote = () => {
  const { t } = useTranslation("audit");
  const writing = useFormatContext();
  const { data, error } = useQuery(sealsQuery(useLocationId()));
  if (error !== null) return <span className={styles.unsealed}>{t("seal.notChecked")}</span>;
  if (data === undefined) return t("seal.checking");
  if (data.findings.length > 0) return null;
  return data.since === undefined
    ? t("seal.young")
    : t("seal.intact", { day: formatDay(new Date(data.since), writing) });
};

/** Says that the log is not as it was written, and where that begins. */
export const BrokenSeal = () => {
  const { t } = useTranslation("audit");
  const writing = useFormatContext();
  const { data } = useQuery(sealsQuery(useLocationId()));
  const [first] = data?.findings ?? [];
  if (data === undefined || first === undefined) return null;
  const at = first.at === undefined ? undefined : new Date(first.at);
  const when = at === undefined ? String(first.from) : `${formatDay(at, writing)}, ${formatTime(at, writing)}`;
  return (
    <div className={styles.broken}>
      <Notice kind="bad" title={t("seal.broken", { count: data.findings.length })}>
        {t("seal.brokenHelp", { when })}
      </Notice>
    </div>
  );
};
