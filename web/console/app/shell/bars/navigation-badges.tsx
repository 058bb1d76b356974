import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { formatNumber } from "../../../../shared/format.ts";
import { usePendingIds } from "../../../data/lists/pending-actions.ts";
import { useLocationId } from "../../../data/session/location.ts";
import { useCan } from "../../../data/session/session.ts";
import { insideCountQuery, outboxHealthQuery } from "../../../data/lists/status-queries.ts";
import { useErasureRequests } from "../../../data/lists/erasure-requests.ts";
import { hitsQuery } from "../../../data/lists/watch-hits.ts";
import styles from "./navigation-badges.module.css";

const InsideCount = () => {
  const { i18n } = useTranslation();
  const { data } = useQuery(insideCountQuery(useLocationId()));
  const leaving = usePendingIds("out").size;
  return data === undefined ? null : (
    <span className={styles.count}>{formatNumber(Math.max(0, data - leaving), i18n.language)}</span>
  );
};

const Failures = () => {
  const { i18n } = useTranslation();
  const { data } = useQuery(outboxHealthQuery(useLocationId()));
  const failed = data?.failed ?? 0;
  return failed === 0 ? null : <span className={styles.failures}>{formatNumber(failed, i18n.language)}</span>;
};

const Erasures = () => {
  const { pending } = useErasureRequests();
  return pending === 0 ? null : <span className={styles.failures}>{pending}</span>;
};

const Hits = () => {
  const { data = [] } = useQuery(hitsQuery(useLocationId()));
  return data.length === 0 ? null : <span className={styles.failures}>{data.length}</span>;
};

/** The number beside a page's name: visitors inside, unsent messages, pending erasure requests, hits of watch lists. */
export const Badge = ({ page }: { page: string }) => {
  const manages = useCan("location.manage");
  if (page === "inside") return <InsideCount />;
  if (!manages) return null;
  if (page === "erasures") return <Erasures />;
  if (page === "watchlists") return <Hits />;
  return page === "outbox" ? <Failures /> : null;
};
