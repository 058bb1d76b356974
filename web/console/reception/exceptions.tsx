import { IconCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { formatDuration, formatDay, formatTime } from "../../shared/format.ts";
import { decide, signOut } from "../acts.tsx";
import { Button } from "../components/button.tsx";
import { Portrait } from "../components/portrait.tsx";
import { useWriting } from "../location.ts";
import { useNow } from "../now.ts";
import { nameOf, useVisitTypes, type Visit } from "../today.ts";
import { Column } from "./column.tsx";
import styles from "./exceptions.module.css";
import type { Overdue } from "./overdue.ts";

const Waiting = ({ visit, open }: { visit: Visit; open: (id: string) => void }) => {
  const { t, i18n } = useTranslation("reception");
  const types = useVisitTypes();
  const ms = useNow() - Date.parse(visit.signed_in);
  const name = nameOf(visit);
  const type = types.find(({ _id }) => _id === visit.visit_type)?.name;
  const duration = formatDuration(ms, i18n.language);
  const host = visit.recipient ?? t("theHost");
  return (
    <li className={styles.waiting}>
      <Portrait person={visit} visitId={visit._id} size="exception" />
      <div className={styles.words}>
        <button type="button" className={styles.name} onClick={() => open(visit._id)}>
          {name}
        </button>
        <p className={styles.fact}>{[visit.company, type].filter((part) => part !== undefined).join(", ")}</p>
        <p className={styles.fact}>{ms < 60_000 ? t("askedNow", { host }) : t("asked", { host, duration })}</p>
        <div className={styles.actions}>
          <Button
            size="row"
            icon={<IconCheck aria-hidden="true" />}
            aria-label={t("approveName", { name })}
            onClick={() => decide(visit, "approve")}
          >
            {t("approve")}
          </Button>
          <Button
            size="row"
            kind="quiet"
            aria-label={t("rejectName", { name })}
            onClick={() => decide(visit, "reject")}
          >
            {t("reject")}
          </Button>
        </div>
      </div>
    </li>
  );
};

/** Who waits for a decision: the host was asked; reception may decide as well. */
export const Decisions = ({ visits, open }: { visits: readonly Visit[]; open: (id: string) => void }) => {
  const { t } = useTranslation("reception");
  return (
    <Column count={visits.length} title={t("toBeDecided")}>
      <ul className={styles.list}>
        {visits.map((visit) => (
          <Waiting key={visit._id} visit={visit} open={open} />
        ))}
      </ul>
    </Column>
  );
};

const useSince = ({ since, agreed }: Overdue): string => {
  const { t, i18n } = useTranslation("reception");
  const writing = useWriting();
  const now = useNow();
  const time = formatTime(new Date(since), writing);
  if (agreed) return t("until", { time, duration: formatDuration(now - since, i18n.language) });
  const day = formatDay(new Date(since), writing);
  const isYesterday = day === formatDay(new Date(now - 86_400_000), writing);
  return isYesterday ? t("sinceYesterday", { time }) : t("sinceDay", { day, time });
};

const OverdueRow = ({ overdue, open }: { overdue: Overdue; open: (id: string) => void }) => {
  const { t } = useTranslation("reception");
  const since = useSince(overdue);
  const { visit } = overdue;
  const name = nameOf(visit);
  return (
    <li className={styles.overdue}>
      <Portrait person={visit} visitId={visit._id} />
      <div className={styles.words}>
        <button type="button" className={styles.name} onClick={() => open(visit._id)}>
          {name}
        </button>
        <p className={styles.fact}>{since}</p>
      </div>
      <Button size="row" aria-label={t("signOutName", { name })} onClick={() => signOut([visit])}>
        {t("signOut")}
      </Button>
    </li>
  );
};

/** Who should have left, with one way to sign all of them out. */
export const ShouldHaveLeft = ({ overdue, open }: { overdue: readonly Overdue[]; open: (id: string) => void }) => {
  const { t } = useTranslation("reception");
  return (
    <Column
      count={overdue.length}
      title={t("shouldHaveLeft")}
      {...(overdue.length > 1 && {
        control: (
          <span className={styles.all}>
            <Button size="row" kind="quiet" onClick={() => signOut(overdue.map(({ visit }) => visit))}>
              {t("signOutAll")}
            </Button>
          </span>
        ),
      })}
    >
      <ul className={styles.list}>
        {overdue.map((one) => (
          <OverdueRow key={one.visit._id} overdue={one} open={open} />
        ))}
      </ul>
    </Column>
  );
};
