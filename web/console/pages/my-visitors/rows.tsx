import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatDayTime, formatShortDay, formatTime } from "../../../shared/format.ts";
import { decide, signOut } from "../../actions/visit-actions.tsx";
import { Button } from "../../components/button/button.tsx";
import { MenuButton } from "../../components/button/menu-button.tsx";
import { Confirm } from "../../components/feedback/confirm.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { showToast } from "../../components/feedback/toast.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { RecordList, RecordRow } from "../../components/table/record-row.tsx";
import { api } from "../../data/api/api.ts";
import { errorMessage } from "../../data/api/error-message.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { companyBeside, nameOf, type Visit } from "../../data/lists/visits.ts";
import { invalidatePeople } from "../../data/live/invalidation.ts";
import { locationsQuery, useFormatContext, useLocationId } from "../../data/session/location.ts";
import { useMe } from "../../data/session/session.ts";
import { ScopeDialog } from "../../features/series/scope-dialog.tsx";
import { cancelVisits, isOccurrence, tryCancelling } from "../../features/series/series.ts";
import { RejectButton } from "../../features/visit/reject-button.tsx";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import styles from "./my-visitors.module.css";

/** A part of the page with its rows; left out while it is empty, unless it says so. */
export const Part = ({
  title,
  count,
  none,
  children,
}: {
  title: string;
  count: number;
  none?: string;
  children: ReactNode;
}) =>
  count === 0 && none === undefined ? null : (
    <section aria-label={title}>
      <h2 className={styles.heading}>
        {title} {count > 0 && <span className={styles.count}>{count}</span>}
      </h2>
      {count === 0 ? <p className={styles.none}>{none}</p> : <RecordList>{children}</RecordList>}
    </section>
  );

/** The name of another location than the one of the page. */
const useElsewhere = (): ((id: string) => string[]) => {
  const { data = [] } = useQuery(locationsQuery);
  const here = useLocationId();
  return (id) => (id === here ? [] : data.filter(({ _id }) => _id === id).map(({ name }) => name));
};

/** The host of a visitor of a colleague whom the user stands in for. */
const useColleague = (): ((person: Visit | RegisteredVisitor) => string[]) => {
  const { t } = useTranslation("my-visitors");
  const { first_name, last_name, email } = useMe();
  const own = [first_name, last_name].filter((part) => part !== undefined).join(" ") || email;
  return ({ recipient }) => (recipient === undefined || recipient === own ? [] : [t("host", { name: recipient })]);
};

type PersonRowProps = {
  person: Visit | RegisteredVisitor;
  visitId?: string;
  words: readonly string[];
  acts?: ReactNode;
};

const PersonRow = ({ person, visitId, words, acts }: PersonRowProps) => {
  const isPhone = useBreakpoint() === "phone";
  const elsewhere = useElsewhere();
  const colleague = useColleague();
  const company = companyBeside(person);
  const line = [
    ...(company === undefined ? [] : [company]),
    ...words,
    ...colleague(person),
    ...elsewhere(person.company_id),
  ].join(" · ");
  return (
    <RecordRow
      icon={<Portrait person={person} {...(visitId !== undefined && { visitId })} />}
      title={nameOf(person)}
      below={
        <span className={styles.below}>
          {line}
          {isPhone && acts !== undefined && <span className={styles.acts}>{acts}</span>}
        </span>
      }
      end={isPhone ? undefined : acts !== undefined && <span className={styles.acts}>{acts}</span>}
    />
  );
};

const REPLIES = ["coming", "wait", "reception"] as const;

/** Answers a visitor who waits; their screen shows it. */
const useReply = (visit: Visit) => {
  const { t } = useTranslation("my-visitors");
  return async (reply: (typeof REPLIES)[number]): Promise<void> => {
    try {
      const params = { visitorId: visit._id };
      await api.request("POST /me/visitors/{visitorId}/reply", { params, body: { reply } });
      showToast({ words: t(`replied.${reply}`, { name: nameOf(visit) }) });
    } catch (error) {
      showToast({ kind: "problem", words: errorMessage(error) });
    }
  };
};

/** Who waits for the user: approve, reject, reply. */
export const WaitingRow = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation("my-visitors");
  const writing = useFormatContext();
  const reply = useReply(visit);
  const acts = (
    <>
      <Button kind="primary" size="row" onClick={() => decide(visit, "approve", "", true)}>
        {t("approve")}
      </Button>
      <RejectButton visit={visit} own size="row">
        {t("reject")}
      </RejectButton>
      <MenuButton
        position="bottom-end"
        width={240}
        button={<Button size="row">{t("reply")}</Button>}
        entries={REPLIES.map((one) => ({ label: t(`replies.${one}`), choose: () => void reply(one) }))}
      />
    </>
  );
  const since = t("since", { time: formatTime(new Date(visit.signed_in), writing) });
  return <PersonRow person={visit} visitId={visit._id} words={[since]} acts={acts} />;
};

/** Who is here: sign out. */
export const HereRow = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation("my-visitors");
  const writing = useFormatContext();
  const since = t("since", { time: formatTime(new Date(visit.signed_in), writing) });
  const acts = (
    <>
      <StatusLabel kind="inside">{t("inside")}</StatusLabel>
      <Button size="row" aria-label={t("signOutName", { name: nameOf(visit) })} onClick={() => signOut([visit], true)}>
        {t("signOut")}
      </Button>
    </>
  );
  return <PersonRow person={visit} visitId={visit._id} words={[since]} acts={acts} />;
};

/** Calls a visit off, or visits of a series. */
const CancelVisit = ({ person }: { person: RegisteredVisitor }) => {
  const { t } = useTranslation(["my-visitors", "series"]);
  const [asks, setAsks] = useState(false);
  const name = nameOf(person);
  const { _id: id, company_id } = person;
  const dialog = { opened: asks, close: () => setAsks(false) };
  const cancelOne = async (): Promise<void> => {
    await api.request("DELETE /me/knownvisitors/{id}", { params: { id } });
    await invalidatePeople(company_id);
  };
  return (
    <>
      <Button kind="quiet" size="row" aria-label={t("cancelName", { name })} onClick={() => setAsks(true)}>
        {t("cancel")}
      </Button>
      {isOccurrence(person) ? (
        <ScopeDialog
          {...dialog}
          of={person}
          title={t("series:cancel.title", { name })}
          action={t("series:cancel.action")}
          attempt={(scope) => tryCancelling(person, scope)}
          run={async (scope) => {
            await cancelVisits(person, scope);
            await invalidatePeople(company_id);
          }}
        />
      ) : (
        <Confirm {...dialog} title={t("cancelTitle", { name })} action={t("cancelAction")} run={cancelOne}>
          {t("cancelHelp")}
        </Confirm>
      )}
    </>
  );
};

/** Who is coming: cancel. */
export const ComingRow = ({ person }: { person: RegisteredVisitor }) => {
  const { t } = useTranslation("my-visitors");
  const writing = useFormatContext();
  const start = person.visiting_on?.startDate;
  const words = [
    start === undefined ? t("anyDay") : formatDayTime(new Date(start), writing),
    ...(person.series_id === undefined ? [] : [t("repeats")]),
    ...(person.status === "invited" ? [t("invited")] : []),
  ];
  return <PersonRow person={person} words={words} acts={<CancelVisit person={person} />} />;
};

/** Who has been. */
export const BeenRow = ({ visit }: { visit: Visit }) => {
  const writing = useFormatContext();
  const came = new Date(visit.signed_in);
  const left = visit.signed_out === undefined ? "" : `–${formatTime(new Date(visit.signed_out), writing)}`;
  const when = `${formatShortDay(came, writing)}, ${formatTime(came, writing)}${left}`;
  return <PersonRow person={visit} visitId={visit._id} words={[when]} />;
};
