import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { formatShortDay, formatTime } from "../../../shared/format.ts";
import { Button } from "../../components/button/button.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { RecordList, RecordRow } from "../../components/table/record-row.tsx";
import { nameOf } from "../../data/lists/visits.ts";
import type { WatchHit } from "../../data/lists/watch-hits.ts";
import { useFormatContext, useLocationId } from "../../data/session/location.ts";
import { subjectQuery } from "./watchlists.ts";
import styles from "./watchlists.module.css";

const Row = ({ hit, open }: { hit: WatchHit; open: (id: string) => void }) => {
  const { t } = useTranslation("watchlists");
  const writing = useFormatContext();
  const { data: person = {} } = useQuery(subjectQuery(useLocationId(), hit));
  const at = new Date(hit.create_date);
  const found = t("foundAt", { day: formatShortDay(at, writing), time: formatTime(at, writing) });
  const [kind] = hit.kinds;
  return (
    <RecordRow
      icon={<Portrait person={person} {...(hit.visitorId !== undefined && { visitId: hit.visitorId })} />}
      title={nameOf(person) || t("unnamed")}
      note={kind === "denied" && <StatusLabel kind="warning">{t("waits")}</StatusLabel>}
      below={`${found} · ${t(hit.state === "same" ? "confirmed" : hit.score >= LIKELY ? "likely" : "possible")}`}
      end={
        <Button size="row" onClick={() => open(hit._id)}>
          {t("compare")}
        </Button>
      }
    />
  );
};

/** From this score on, a hit is very likely (docs/decisions/0067-names.md). */
const LIKELY = 0.9;

/** Visitors who could be on a list, and wait for an outcome. */
export const Hits = ({ hits, open }: { hits: readonly WatchHit[]; open: (id: string) => void }) => {
  const { t } = useTranslation("watchlists");
  return (
    <section aria-label={t("hits")} className={styles.hits}>
      <h2>{t("hits")}</h2>
      <RecordList>
        {hits.map((hit) => (
          <Row key={hit._id} hit={hit} open={open} />
        ))}
      </RecordList>
    </section>
  );
};
