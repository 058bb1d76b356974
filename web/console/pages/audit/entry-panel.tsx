import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatDayHeading, formatTimeToSecond } from "../../../shared/format.ts";
import { Button } from "../../components/button/button.tsx";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { Notice } from "../../components/feedback/notice.tsx";
import { Fact, Facts, Panel } from "../../components/layout/panel.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import styles from "./audit.module.css";
import { type Difference, differencesOf } from "./differences.ts";
import type { AuditEntry, AuditLine } from "./marks.ts";
import { useWholeEntry } from "./queries.ts";
import { useActor, useActorRole, useEntryLabel, useFieldLabel, useRecordName, useValue } from "./labels.ts";

/** One field: what it was, what it became. @param by the kind of who changed it */
const DifferenceRow = ({ difference: { field, before, after }, by }: { difference: Difference; by: string }) => {
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
            {value(after, field, by)}
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
          <DifferenceRow key={difference.field} difference={difference} by={entry.actor.kind} />
        ))}
      </dl>
    </section>
  );
};

/** Of an erasure: what went with the record; nothing if it was alone. */
const RemovedWithRecord = ({ removed }: { removed: NonNullable<AuditEntry["removed"]> }) => {
  const { t, i18n } = useTranslation("audit");
  if (Object.keys(removed).length === 0) return null;
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

/** Of a batch of marks: who was marked, and how. */
const Marks = ({ marks }: { marks: readonly AuditEntry[] }) => {
  const { t } = useTranslation("audit");
  const [act, name] = [useEntryLabel(), useRecordName()];
  return (
    <section className={styles.part}>
      <h3 className={styles.heading}>{t("persons", { count: marks.length })}</h3>
      <dl>
        {marks.map((mark) => (
          <div key={mark._id} className={styles.difference}>
            <dt>{act(mark)}</dt>
            <dd>{name(mark) ?? mark.subject_id}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

/** What changed: an entry that the list has shortened is read first. */
const Content = ({ entry, whole }: { entry: AuditLine; whole: ReturnType<typeof useWholeEntry> }) => {
  const { t: common } = useTranslation();
  if (entry.truncated === true && whole.data === undefined)
    return (
      <div className={styles.part}>
        <LoadingState rows={3} label={common("loading")} error={whole.error} retry={whole.refetch} />
      </div>
    );
  return <Differences entry={entry.truncated === true ? (whole.data ?? entry) : entry} />;
};

/** Who it was: their name, what they are, and for a user the address. */
const Who = ({ entry, whole }: { entry: AuditEntry; whole: AuditEntry | undefined }) => {
  const [actor, role] = [useActor(), useActorRole()];
  const { _id, kind, name } = entry.actor;
  const what = name === undefined ? undefined : (role(entry.actor) ?? actor({ _id, kind }));
  const email = whole?.actor.email;
  return (
    <>
      <bdi>{actor(entry.actor)}</bdi>
      {what !== undefined && <div className={styles.quiet}>{what}</div>}
      {email !== undefined && email !== name && <div className={styles.address}>{email}</div>}
    </>
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

type EntryPanelProps = { entry: AuditLine; close: () => void; showRecord: (id: string) => void };

/** One entry: who did what to which record, and what it was before and after. */
export const EntryPanel = ({ entry, close, showRecord }: EntryPanelProps) => {
  const { t } = useTranslation("audit");
  const act = useEntryLabel();
  const whole = useWholeEntry(entry);
  const writing = useFormatContext();
  const { at, event, request_id, removed, subject_id } = entry;
  const date = new Date(at);
  return (
    <Panel title={act(entry)} close={close}>
      <Facts>
        <Fact name={t("when")}>{`${formatDayHeading(date, writing)}, ${formatTimeToSecond(date, writing)}`}</Fact>
        <Fact name={t("who")}>
          <Who entry={entry} whole={whole.data} />
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
      {entry.marks === undefined ? <Content entry={entry} whole={whole} /> : <Marks marks={entry.marks} />}
      {removed !== undefined && <RemovedWithRecord removed={removed} />}
    </Panel>
  );
};
