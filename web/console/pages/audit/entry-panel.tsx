import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatDayHeading, formatTimeToSecond } from "../../../shared/format.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { Fact, Facts, Panel } from "../../components/panel.tsx";
import { useFormatContext } from "../../data/location.ts";
import styles from "./audit.module.css";
import { type Difference, differencesOf } from "./differences.ts";
import type { AuditEntry } from "./queries.ts";
import { useActor, useEntryLabel, useFieldLabel, useRecordName, useValue } from "./labels.ts";

/** One field: what it was, what it became. */
const DifferenceRow = ({ difference: { field, before, after } }: { difference: Difference }) => {
  const { t } = useTranslation("audit");
  const [value, write] = [useValue(), useFieldLabel()];
  return (
    <div className={styles.difference}>
      <dt>{write(field)}</dt>
      <dd>
        {before !== undefined && (
          <del>
            <span className="hidden">{t("before")} </span>
            {value(before, field)}
          </del>
        )}
        {before !== undefined && after !== undefined && (
          <IconArrowRight size={14} stroke={1.6} className={styles.arrow} aria-hidden="true" />
        )}
        {after !== undefined && (
          <ins>
            <span className="hidden">{t("after")} </span>
            {value(after, field)}
          </ins>
        )}
      </dd>
    </div>
  );
};

const Differences = ({ entry }: { entry: AuditEntry }) => {
  const { t } = useTranslation("audit");
  const { before, after, erased } = entry;
  const differences = differencesOf(before, after);
  if (erased === true)
    return (
      <div className={styles.part}>
        <Notice kind="info" title={t("erased")}>
          {t("erasedHow")}
        </Notice>
      </div>
    );
  if (differences.length === 0) return null;
  const title = before === undefined ? t("created") : after === undefined ? t("gone") : t("changed");
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{title}</h3>
      <dl>
        {differences.map((difference) => (
          <DifferenceRow key={difference.field} difference={difference} />
        ))}
      </dl>
    </section>
  );
};

/** Of an erasure: what went with the record. */
const RemovedWithRecord = ({ removed }: { removed: NonNullable<AuditEntry["removed"]> }) => {
  const { t, i18n } = useTranslation("audit");
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{t("removed")}</h3>
      <dl>
        {Object.entries(removed).map(([kind, count]) => (
          <div key={kind} className={styles.difference}>
            <dt>{i18n.exists(`audit:goneWith.${kind}`) ? t(`goneWith.${kind}`) : kind}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

const Record = ({ entry }: { entry: AuditEntry }) => {
  const { t } = useTranslation("audit");
  const { subject, subject_id: id, company_id: location, erased } = entry;
  const name = useRecordName()(entry) ?? id;
  if (subject !== "visit" || erased === true || ["visit.erase", "visit.expire", "visit.take_back"].includes(entry.act))
    return name;
  return (
    <Link
      to="/at/$location/visits/$visit"
      params={{ location, visit: id }}
      className={styles.link}
      aria-label={t("openVisit", { name })}
    >
      {name}
    </Link>
  );
};

type EntryPanelProps = { entry: AuditEntry; close: () => void; showRecord: (id: string) => void };

/** One entry: who did what to which record, and what it was before and after. */
export const EntryPanel = ({ entry, close, showRecord }: EntryPanelProps) => {
  const { t } = useTranslation("audit");
  const [act, actor] = [useEntryLabel(), useActor()];
  const writing = useFormatContext();
  const { at, event, request_id, removed, subject_id } = entry;
  const date = new Date(at);
  const kind = entry.actor.name === undefined ? undefined : actor({ _id: entry.actor._id, kind: entry.actor.kind });
  return (
    <Panel title={act(entry)} close={close}>
      <Facts>
        <Fact name={t("when")}>{`${formatDayHeading(date, writing)}, ${formatTimeToSecond(date, writing)}`}</Fact>
        <Fact name={t("who")}>
          {actor(entry.actor)} {kind !== undefined && <span className={styles.quiet}>{kind}</span>}
        </Fact>
        <Fact name={t("record")}>
          <Record entry={entry} />
        </Fact>
        {event !== undefined && (
          <Fact name={t("event")}>
            <code className={styles.id}>{event}</code>
          </Fact>
        )}
        {request_id !== undefined && (
          <Fact name={t("request")}>
            <code className={styles.id}>{request_id}</code>
          </Fact>
        )}
      </Facts>
      <div className={styles.history}>
        <Button size="row" onClick={() => showRecord(subject_id)}>
          {t("showRecord")}
        </Button>
      </div>
      <Differences entry={entry} />
      {removed !== undefined && <RemovedWithRecord removed={removed} />}
    </Panel>
  );
};
