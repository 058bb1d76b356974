import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { formatDuration, formatDay, formatTime } from "../../../shared/format.ts";
import { askHostAgain, decide, signOut } from "../../actions/visit-actions.tsx";
import { Button } from "../../components/button/button.tsx";
import { RowFailure } from "../../components/feedback/failed-line.tsx";
import { PlainRows } from "../../components/table/plain-rows.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { shortcut } from "../../components/focus/row-focus.ts";
import { useHostReplies } from "../../data/lists/host-replies.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { ASK_AGAIN_MINUTES } from "../../../../shared/ask-again.ts";
import { useVisitTypes } from "../../data/lists/visit-types.ts";
import { companyBeside, nameOf, type Visit } from "../../data/lists/visits.ts";
import { RejectButton } from "../../features/visit/reject-button.tsx";
import { timelineQuery } from "../../features/visit/queries.ts";
import { Column } from "./lists/column.tsx";
import styles from "./exceptions.module.css";
import { HostReplyText } from "./host-reply.tsx";
import type { LateDeparture } from "./late-departures.ts";

/** The endpoint refuses before. */
const ASK_AGAIN_MS = ASK_AGAIN_MINUTES * 60_000;

/** When the host was asked last, and whether that reached them; the start of the visit until it is read. */
const useAsked = ({ company_id, _id, signed_in }: Visit): { sinceMs: number; failed: boolean } => {
  const { data = [] } = useQuery(timelineQuery(company_id, _id));
  const last = data.find(({ what }) => what === "host_asked");
  return { sinceMs: useNow() - Date.parse(last?.at ?? signed_in), failed: last?.state === "failed" };
};

const useAskedWords = (visit: Visit, { sinceMs, failed }: ReturnType<typeof useAsked>): string => {
  const { t, i18n } = useTranslation("reception");
  const host = visit.recipient ?? t("theHost");
  if (failed) return t("notReached", { host });
  return sinceMs < 60_000
    ? t("askedNow", { host })
    : t("asked", { host, duration: formatDuration(sinceMs, i18n.language) });
};

const PendingApprovalRow = ({ visit, open }: { visit: Visit; open: (id: string) => void }) => {
  const { t } = useTranslation("reception");
  const types = useVisitTypes();
  const asked = useAsked(visit);
  const words = useAskedWords(visit, asked);
  const reply = useHostReplies()(visit._id);
  const name = nameOf(visit);
  const type = types.find(({ _id }) => _id === visit.visit_type)?.name;
  return (
    <li className={styles.waiting} data-row>
      <Portrait person={visit} visitId={visit._id} size="exception" />
      <div className={styles.words}>
        <button type="button" className={styles.name} {...shortcut("O")} onClick={() => open(visit._id)}>
          {name}
        </button>
        <p className={styles.fact}>{[companyBeside(visit), type].filter((part) => part !== undefined).join(", ")}</p>
        <p className={styles.fact}>{words}</p>
        {reply !== undefined && (
          <p className={styles.fact}>
            <HostReplyText visit={visit} given={reply} />
          </p>
        )}
        <div className={styles.actions}>
          <Button
            size="row"
            icon={<IconCheck aria-hidden="true" />}
            data-go
            data-act
            aria-label={t("approveName", { name })}
            {...shortcut("A")}
            onClick={() => decide(visit, "approve")}
          >
            {t("approve")}
          </Button>
          <RejectButton visit={visit} size="row" kind="quiet" aria-label={t("rejectName", { name })} {...shortcut("R")}>
            {t("reject")}
          </RejectButton>
          {asked.sinceMs >= ASK_AGAIN_MS && (
            <Button
              size="row"
              kind="quiet"
              data-act
              aria-label={t("askAgainName", { name })}
              onClick={() => void askHostAgain(visit)}
            >
              {t("askAgain")}
            </Button>
          )}
        </div>
        <RowFailure id={visit._id} apart />
      </div>
    </li>
  );
};

/** Who waits for a decision: the host was asked; reception may decide as well. */
export const PendingApprovals = ({ visits, open }: { visits: readonly Visit[]; open: (id: string) => void }) => {
  const { t } = useTranslation("reception");
  return (
    <Column count={visits.length} title={t("toBeDecided")}>
      <PlainRows label={t("toBeDecided")} hint="3" className={styles.list}>
        {visits.map((visit) => (
          <PendingApprovalRow key={visit._id} visit={visit} open={open} />
        ))}
      </PlainRows>
    </Column>
  );
};

const useSince = ({ since, agreed }: LateDeparture): string => {
  const { t, i18n } = useTranslation("reception");
  const writing = useFormatContext();
  const now = useNow();
  const time = formatTime(new Date(since), writing);
  if (agreed) return t("until", { time, duration: formatDuration(now - since, i18n.language) });
  const day = formatDay(new Date(since), writing);
  const isYesterday = day === formatDay(new Date(now - 86_400_000), writing);
  return isYesterday ? t("sinceYesterday", { time }) : t("sinceDay", { day, time });
};

const LateDepartureRow = ({ departure, open }: { departure: LateDeparture; open: (id: string) => void }) => {
  const { t } = useTranslation("reception");
  const since = useSince(departure);
  const { visit } = departure;
  const name = nameOf(visit);
  return (
    <li className={styles.lateDeparture} data-row>
      <Portrait person={visit} visitId={visit._id} />
      <div className={styles.words}>
        <button type="button" className={styles.name} {...shortcut("O")} onClick={() => open(visit._id)}>
          {name}
        </button>
        <p className={styles.fact}>{since}</p>
        <RowFailure id={visit._id} apart />
      </div>
      <Button size="row" data-go data-act aria-label={t("signOutName", { name })} onClick={() => signOut([visit])}>
        {t("signOut")}
      </Button>
    </li>
  );
};

/** Who should have left, with one way to sign all of them out. */
export const LateDepartures = ({
  lateDepartures,
  open,
}: {
  lateDepartures: readonly LateDeparture[];
  open: (id: string) => void;
}) => {
  const { t } = useTranslation("reception");
  return (
    <Column
      count={lateDepartures.length}
      title={t("shouldHaveLeft")}
      {...(lateDepartures.length > 1 && {
        control: (
          <span className={styles.all}>
            <Button size="row" kind="quiet" data-act onClick={() => signOut(lateDepartures.map(({ visit }) => visit))}>
              {t("signOutAll")}
            </Button>
          </span>
        ),
      })}
    >
      <PlainRows label={t("shouldHaveLeft")} hint="4" className={styles.list}>
        {lateDepartures.map((departure) => (
          <LateDepartureRow key={departure.visit._id} departure={departure} open={open} />
        ))}
      </PlainRows>
    </Column>
  );
};
