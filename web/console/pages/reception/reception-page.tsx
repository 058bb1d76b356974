import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/address-state.ts";
import { NoticesBelow } from "../../components/notice.tsx";
import { SidePanel } from "../../components/page-layout.tsx";
import { Panel } from "../../components/panel.tsx";
import { RejectedSyncsNotice } from "../../components/rejected-syncs-notice.tsx";
import { shortcut } from "../../components/row-focus.ts";
import { useNewVisits } from "../../data/use-new-visits.ts";
import { nameOf } from "../../data/visits.ts";
import { VisitPanel } from "../../features/visit/visit-panel.tsx";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import { Bar } from "./bar.tsx";
import { CountTabs } from "./count-tabs.tsx";
import { DayStrip, DayStripPlace } from "./day-strip.tsx";
import { type Desk, useDesk } from "./desk.ts";
import { PendingApprovals, OverdueVisits } from "./exceptions.tsx";
import { ExpectedList } from "./expected-list.tsx";
import { InsideList } from "./inside-list.tsx";
import styles from "./reception.module.css";
import { SetupNotice, SetupPanel } from "./setup-list.tsx";

type Lists = { desk: Desk; fresh: ReadonlySet<string>; open: (id: string) => void };

const Exceptions = ({ desk, open }: Omit<Lists, "fresh">) => {
  const { t } = useTranslation("reception");
  if (desk.insideCount === undefined) return null;
  if (desk.waiting.length + desk.overdue.length === 0)
    return (
      <div className={styles.nothing}>
        <p className={styles.calm}>{t("nothingToDo")}</p>
        <p>{t("nothingToDoHelp")}</p>
      </div>
    );
  return (
    <>
      {desk.waiting.length > 0 && <PendingApprovals visits={desk.waiting} open={open} />}
      {desk.overdue.length > 0 && <OverdueVisits overdue={desk.overdue} open={open} />}
    </>
  );
};

type StripPartProps = { title: string; hint: string; names: readonly string[]; show: () => void };

const StripPart = ({ title, hint, names, show }: StripPartProps) => {
  const { t } = useTranslation("reception");
  const [first = "", second = ""] = names;
  const who = names.length > 2 ? t("andMore", { name: first, count: names.length - 1 }) : [first, second];
  return (
    <button type="button" className={styles.part} onClick={show} disabled={names.length === 0} {...shortcut(hint)}>
      <span className={styles.partCount}>{names.length}</span>
      <span className={styles.partTitle}>{title}</span>
      <span className={styles.names}>{Array.isArray(who) ? who.filter((name) => name !== "").join(", ") : who}</span>
      <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
    </button>
  );
};

/** Where there is less room the two lists of exceptions are one strip; each opens at the right. */
const ExceptionStrip = ({ desk, show }: { desk: Desk; show: (which: string) => void }) => {
  const { t } = useTranslation("reception");
  return (
    <div className={styles.strip}>
      <StripPart title={t("toBeDecided")} hint="3" names={desk.waiting.map(nameOf)} show={() => show("decide")} />
      <StripPart
        title={t("shouldHaveLeft")}
        hint="4"
        names={desk.overdue.map(({ visit }) => nameOf(visit))}
        show={() => show("left")}
      />
    </div>
  );
};

const Columns = ({ desk, fresh, open }: Lists) => {
  const isWide = useBreakpoint() === "wide";
  const [, show] = useAddressState("show");
  return (
    <>
      {!isWide && desk.writes && <ExceptionStrip desk={desk} show={show} />}
      <div className={styles.columns} data-count={Number(desk.expects) + 1 + Number(isWide && desk.writes)}>
        {desk.expects && <ExpectedList expected={desk.expected} />}
        <InsideList fresh={fresh} open={open} />
        {isWide && desk.writes && (
          <div className={styles.exceptions}>
            <Exceptions desk={desk} open={open} />
          </div>
        )}
      </div>
    </>
  );
};

/** On a phone the counts are the tabs, and one list is shown. */
const Phone = ({ desk, fresh, open }: Lists) => {
  const [tab = "inside"] = useAddressState("tab");
  return (
    <>
      <CountTabs desk={desk} tab={tab} />
      {tab === "expected" && <ExpectedList expected={desk.expected} />}
      {tab === "inside" && <InsideList fresh={fresh} open={open} />}
      {tab === "todo" && (
        <div className={styles.todo}>
          <Exceptions desk={desk} open={open} />
        </div>
      )}
    </>
  );
};

const Beside = ({ desk, open }: Omit<Lists, "fresh">) => {
  const { t } = useTranslation("reception");
  const [visit, setVisit] = useAddressState("visit");
  const [shown, show] = useAddressState("show");
  const isWide = useBreakpoint() === "wide";
  if (visit !== undefined)
    return (
      <SidePanel over>
        <VisitPanel id={visit} close={() => setVisit(undefined)} />
      </SidePanel>
    );
  if (shown === "setup") return <SetupPanel close={() => show(undefined)} />;
  if (shown === undefined || isWide) return null;
  return (
    <SidePanel over>
      <Panel title={t("toDo")} close={() => show(undefined)}>
        <Exceptions desk={desk} open={open} />
      </Panel>
    </SidePanel>
  );
};

/** The start page: who is expected, who is inside, and what needs the receptionist. */
export const ReceptionPage = () => {
  const desk = useDesk();
  const fresh = useNewVisits();
  const isPhone = useBreakpoint() === "phone";
  const [, open] = useAddressState("visit");
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        <Bar />
        {!isPhone && desk.expects && (desk.strip === undefined ? <DayStripPlace /> : <DayStrip strip={desk.strip} />)}
        {isPhone ? <Phone desk={desk} fresh={fresh} open={open} /> : <Columns desk={desk} fresh={fresh} open={open} />}
        <NoticesBelow>
          <SetupNotice />
          {desk.writes && <RejectedSyncsNotice />}
        </NoticesBelow>
      </div>
      <Beside desk={desk} open={open} />
    </div>
  );
};
