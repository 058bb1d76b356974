import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/form/address-state.ts";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { NoticesBelow } from "../../components/feedback/notice.tsx";
import { SidePanel } from "../../components/layout/page-layout.tsx";
import { Panel } from "../../components/layout/panel.tsx";
import { RejectedSyncsNotice } from "../../components/feedback/rejected-syncs-notice.tsx";
import { Deferred } from "../../components/feedback/deferred.tsx";
import { shortcut } from "../../components/focus/row-focus.ts";
import { useNewVisits } from "../../data/live/use-new-visits.ts";
import { nameOf, useVisitsInside, type Visit } from "../../data/lists/visits.ts";
import { useOpenRow } from "../../features/list/use-open-row.ts";
import { VisitPanel } from "../../features/visit/visit-panel.tsx";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import { Bar } from "./bar.tsx";
import { CountTabs } from "./lists/count-tabs.tsx";
import { DayStrip, DayStripPlace } from "./day-strip.tsx";
import { type ReceptionData, useReceptionData } from "./reception-data.ts";
import { PendingApprovals, LateDepartures } from "./exceptions.tsx";
import { ExpectedList } from "./lists/expected-list.tsx";
import { InsideList } from "./lists/inside-list.tsx";
import { useInsideOrder } from "./lists/inside-order.ts";
import styles from "./reception.module.css";
import { UnseenAnswers } from "./unseen-answers.tsx";
import { SetupNotice, SetupPanel } from "./setup-list.tsx";

type Lists = { data: ReceptionData; fresh: ReadonlySet<string>; open: (id: string) => void };

const Exceptions = ({ data, open }: Omit<Lists, "fresh">) => {
  const { t } = useTranslation("reception");
  const { waiting = [], lateDepartures = [], unseen, failure } = data;
  const isRead = data.waiting !== undefined && data.lateDepartures !== undefined;
  if (!isRead && failure.error === null && waiting.length + unseen.length === 0) return null;
  if (isRead && waiting.length + lateDepartures.length + unseen.length === 0)
    return (
      <div className={styles.nothing}>
        <p className={styles.calm}>{t("nothingToDo")}</p>
        <p>{t("nothingToDoHelp")}</p>
      </div>
    );
  return (
    <>
      {unseen.length > 0 && <UnseenAnswers unseen={unseen} open={open} />}
      {waiting.length > 0 && <PendingApprovals visits={waiting} open={open} />}
      {lateDepartures.length > 0 && <LateDepartures lateDepartures={lateDepartures} open={open} />}
      {!isRead && failure.error !== null && <LoadingState label={t("toDo")} {...failure} />}
    </>
  );
};

type StripPartProps = {
  title: string;
  hint?: string;
  /** The visitors of the list; undefined until it is read. */
  visits: readonly Visit[] | undefined;
  canOpen: boolean;
  show: () => void;
};

const StripPart = ({ title, hint, visits, canOpen, show }: StripPartProps) => {
  const { t } = useTranslation("reception");
  const names = visits?.map(nameOf) ?? [];
  const [first = "", second = ""] = names;
  const who = names.length > 2 ? t("andMore", { name: first, count: names.length - 1 }) : [first, second];
  return (
    <button
      type="button"
      className={styles.part}
      onClick={show}
      disabled={!canOpen}
      {...(hint !== undefined && shortcut(hint))}
    >
      <span className={styles.partCount}>{visits?.length}</span>
      <span className={styles.partTitle}>{title}</span>
      <span className={styles.names}>{Array.isArray(who) ? who.filter((name) => name !== "").join(", ") : who}</span>
      <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
    </button>
  );
};

/** With less room, the two lists of exceptions are one strip; each opens at the right. */
const ExceptionStrip = ({ data, show }: { data: ReceptionData; show: (which: string) => void }) => {
  const { t } = useTranslation("reception");
  const lateDepartures = data.lateDepartures?.map(({ visit }) => visit);
  const unseen = data.unseen.map(({ visit }) => visit);
  // A list that can't be read opens, too: there it says why.
  const canOpen = (visits: readonly Visit[] | undefined): boolean =>
    visits === undefined ? data.failure.error !== null : visits.length > 0;
  return (
    <div className={styles.strip}>
      <StripPart
        title={t("toBeDecided")}
        hint="3"
        visits={data.waiting}
        canOpen={canOpen(data.waiting)}
        show={() => show("decide")}
      />
      <StripPart
        title={t("shouldHaveLeft")}
        hint="4"
        visits={lateDepartures}
        canOpen={canOpen(lateDepartures)}
        show={() => show("left")}
      />
      {unseen.length > 0 && <StripPart title={t("unseen.title")} visits={unseen} canOpen show={() => show("tell")} />}
    </div>
  );
};

const Columns = ({ data, fresh, open }: Lists) => {
  const isWide = useBreakpoint() === "wide";
  const [, show] = useAddressState("show");
  return (
    <>
      {!isWide && data.canWrite && <ExceptionStrip data={data} show={show} />}
      <div className={styles.columns} data-count={Number(data.canSeeExpected) + 1 + Number(isWide && data.canWrite)}>
        {data.canSeeExpected && <ExpectedList data={data} />}
        <InsideList fresh={fresh} open={open} />
        {isWide && data.canWrite && (
          <div className={styles.exceptions}>
            <Exceptions data={data} open={open} />
          </div>
        )}
      </div>
    </>
  );
};

/** On a phone the counts are the tabs, and one list is shown. */
const Phone = ({ data, fresh, open }: Lists) => {
  const [tab = "inside"] = useAddressState("tab");
  return (
    <>
      <CountTabs data={data} tab={tab} />
      {tab === "expected" && <ExpectedList data={data} />}
      {tab === "inside" && <InsideList fresh={fresh} open={open} />}
      {tab === "todo" && (
        <div className={styles.todo}>
          <Exceptions data={data} open={open} />
        </div>
      )}
    </>
  );
};

/** The visit that is open, between its neighbours in the list of visitors inside. */
const OpenVisit = ({ id }: { id: string }) => {
  const { visits = [] } = useInsideOrder();
  const { ways } = useOpenRow("visit", visits);
  return (
    <SidePanel over>
      <VisitPanel id={id} {...ways} />
    </SidePanel>
  );
};

const Beside = ({ data, open }: Omit<Lists, "fresh">) => {
  const { t } = useTranslation("reception");
  const [visit] = useAddressState("visit");
  const [shown, show] = useAddressState("show");
  const isWide = useBreakpoint() === "wide";
  if (visit !== undefined) return <OpenVisit id={visit} />;
  if (shown === "setup") return <SetupPanel close={() => show(undefined)} />;
  if (shown === undefined || isWide) return null;
  return (
    <SidePanel over>
      <Panel title={t("toDo")} close={() => show(undefined)}>
        <Exceptions data={data} open={open} />
      </Panel>
    </SidePanel>
  );
};

/** What they ask the service for is not in the way of the lists. */
const Notices = ({ canWrite }: { canWrite: boolean }) => {
  const { visits, error } = useVisitsInside();
  if (visits === undefined && error === null) return null;
  return (
    <Deferred>
      <NoticesBelow>
        <SetupNotice />
        {canWrite && <RejectedSyncsNotice />}
      </NoticesBelow>
    </Deferred>
  );
};

/** The start page: who is expected, who is inside, and what needs the receptionist. */
export const ReceptionPage = () => {
  const data = useReceptionData();
  const fresh = useNewVisits();
  const isPhone = useBreakpoint() === "phone";
  const [, open] = useAddressState("visit");
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Bar />
        {!isPhone &&
          data.canSeeExpected &&
          (data.strip === undefined ? <DayStripPlace /> : <DayStrip strip={data.strip} />)}
        {isPhone ? <Phone data={data} fresh={fresh} open={open} /> : <Columns data={data} fresh={fresh} open={open} />}
        <Notices canWrite={data.canWrite} />
      </div>
      <Beside data={data} open={open} />
    </div>
  );
};
