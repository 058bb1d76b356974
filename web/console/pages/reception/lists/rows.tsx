import { IconCornerDownLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { formatDuration, formatList, formatTime } from "../../../../shared/format.ts";
import { signInGroup, signInParty, signInRegistered, signOut } from "../../../actions/visit-actions.tsx";
import { Button } from "../../../components/button/button.tsx";
import { RowFailure } from "../../../components/feedback/failed-line.tsx";
import { Portrait } from "../../../components/photo/portrait.tsx";
import { Row } from "../../../components/table/row.tsx";
import { shortcut } from "../../../components/focus/row-focus.ts";
import { StatusLabel } from "../../../components/feedback/status-label.tsx";
import { CompanyAndHost } from "../../../components/form/company-and-host.tsx";
import { useHostReplies } from "../../../data/lists/host-replies.ts";
import { useLocationId, useFormatContext } from "../../../data/session/location.ts";
import { useNow } from "../../../lib/use-now.ts";
import { useCan } from "../../../data/session/session.ts";
import { useVisitTypes } from "../../../data/lists/visit-types.ts";
import { companyBeside, nameOf, type Visit } from "../../../data/lists/visits.ts";
import { useBreakpoint } from "../../../lib/use-breakpoint.ts";
import type { ExpectedVisitor, Party } from "../../../data/lists/expected-today.ts";
import { HostReplyText } from "../host-reply.tsx";
import styles from "./rows.module.css";

/** The action of a row. While the row has the focus it is the primary one, and Enter does it. */
const RowAction = ({
  words,
  name,
  tabIndex,
  run,
}: {
  words: string;
  name: string;
  tabIndex: 0 | -1;
  run: () => void;
}) => (
  <Button
    size="row"
    data-go
    data-act
    tabIndex={tabIndex}
    aria-label={name}
    onClick={(event) => {
      event.stopPropagation();
      run();
    }}
  >
    <span className={styles.action}>
      {words}
      <IconCornerDownLeft className={styles.enter} size={16} stroke={1.6} aria-hidden="true" />
    </span>
  </Button>
);

const End = ({
  expected: { group, lateMs, person },
  usual,
}: {
  expected: ExpectedVisitor;
  usual: string | undefined;
}) => {
  const { t, i18n } = useTranslation("reception");
  const types = useVisitTypes();
  if (group === "late")
    return <StatusLabel kind="warning">{t("late", { duration: formatDuration(lateMs, i18n.language) })}</StatusLabel>;
  // What nearly all visitors come for says nothing in a row.
  const type = person.visit_type === usual ? undefined : types.find(({ _id }) => _id === person.visit_type);
  const repeats = person.series_id === undefined ? undefined : t("repeats");
  return [type?.name, repeats].filter(Boolean).join(" · ");
};

const Time = ({ of: { group, start } }: { of: ExpectedVisitor }) => {
  const writing = useFormatContext();
  return (
    <span className={styles.time} data-late={group === "late" || undefined}>
      {group === "anytime" ? "" : formatTime(new Date(start), writing)}
    </span>
  );
};

type ExpectedRowProps = { expected: ExpectedVisitor; usual: string | undefined; tabIndex: 0 | -1 };

/** An expected visitor: when, who, for whom, and "Sign in". @param usual the visit type of most of them */
export const ExpectedRow = ({ expected, usual, tabIndex }: ExpectedRowProps) => {
  const { t } = useTranslation("reception");
  const location = useLocationId();
  const canWrite = useCan("visits.write");
  const { person } = expected;
  const name = nameOf(person);
  return (
    <>
      <Row
        lead={<Time of={expected} />}
        title={
          <Link
            to="/at/$location/registered-visitors"
            params={{ location }}
            search={{ visitor: person._id }}
            className={styles.link}
            tabIndex={tabIndex}
            {...shortcut("O")}
          >
            {name}
          </Link>
        }
        below={<CompanyAndHost of={person} isLine />}
        end={<End expected={expected} usual={usual} />}
        {...(canWrite && {
          action: (
            <RowAction
              words={t("signIn")}
              name={t("signInName", { name })}
              tabIndex={tabIndex}
              run={() => void signInRegistered(person)}
            />
          ),
        })}
      />
      <RowFailure id={person._id} />
    </>
  );
};

type PartyRowProps = { party: Party; isOpen: boolean; toggle: () => void; tabIndex: 0 | -1 };

/** What a party is called, and how many it has: `Site tour · 8`, `4 for Ann Peeters`. */
const usePartyTitle = ({ host, members, together }: Party): { title: string; all: string } => {
  const { t } = useTranslation("reception");
  const count = members.length + (together?.unnamed ?? 0);
  const name = together?.name || host;
  return together === undefined
    ? { title: t("party", { count, host }), all: t("signInAllOf", { count, host }) }
    : { title: t("groupOf", { count, name }), all: t("signInGroup", { count, name }) };
};

/** Several who come together: when, for whom, who they are, and "Sign in all". Its rows follow once it is opened. */
export const PartyRow = ({ party, isOpen, toggle, tabIndex }: PartyRowProps) => {
  const { t, i18n } = useTranslation("reception");
  const location = useLocationId();
  const canWrite = useCan("visits.write");
  const { title, all } = usePartyTitle(party);
  const { first, members, together } = party;
  const people = members.map(({ person }) => person);
  const unnamed = together?.unnamed ?? 0;
  // The title counts all of them, so that a line of many names can end with the column.
  const names = people.length === 0 ? [t("unnamedMore", { count: unnamed })] : people.map(nameOf);
  const signIn = (): void =>
    void (together === undefined ? signInParty(people) : signInGroup(location, { ...together, title, people }));
  return (
    <>
      <Row
        lead={<Time of={first} />}
        title={
          <button
            type="button"
            className={styles.name}
            tabIndex={tabIndex}
            aria-expanded={isOpen}
            {...shortcut("O")}
            onClick={toggle}
          >
            {title}
          </button>
        }
        below={formatList(names, i18n.language)}
        end={<End expected={first} usual={first.person.visit_type} />}
        {...(canWrite && {
          action: <RowAction words={t("signInAll")} name={all} tabIndex={tabIndex} run={signIn} />,
        })}
      />
      {together !== undefined && <RowFailure id={together.id} />}
    </>
  );
};

/** What the rows of visitors inside have in common: read once for the list, since to each row it costs as much as its drawing. */
export type InsideRowsData = {
  now: number;
  canWrite: boolean;
  isPhone: boolean;
  replyOf: ReturnType<typeof useHostReplies>;
};

/** Reads what the rows of visitors inside have in common. */
export const useInsideRows = (): InsideRowsData => ({
  now: useNow(),
  canWrite: useCan("visits.write"),
  isPhone: useBreakpoint() === "phone",
  replyOf: useHostReplies(),
});

const Since = ({ visit, now }: { visit: Visit; now: number }) => {
  const { t, i18n } = useTranslation("reception");
  const ms = now - Date.parse(visit.signed_in);
  if (visit.approval === "pending") return <StatusLabel kind="warning">{t("undecided")}</StatusLabel>;
  if (visit.approval === "rejected") return <StatusLabel kind="rejected">{t("rejected")}</StatusLabel>;
  if (ms < 60_000) return <span className={styles.fresh}>{t("justNow")}</span>;
  return formatDuration(ms, i18n.language);
};

type InsideRowProps = {
  visit: Visit;
  rows: InsideRowsData;
  fresh: boolean;
  selected: boolean;
  tabIndex: 0 | -1;
  open: (id: string) => void;
};

/** A visitor who is inside: face, who, for whom, since when, and "Sign out". */
export const InsideRow = ({ visit, rows, fresh, selected, tabIndex, open }: InsideRowProps) => {
  const { t } = useTranslation("reception");
  const { canWrite, isPhone } = rows;
  const reply = rows.replyOf(visit._id);
  const name = nameOf(visit) || t("unnamed");
  return (
    <>
      <Row
        fresh={fresh}
        selected={selected}
        lead={<Portrait person={visit} visitId={visit._id} size={isPhone ? "phone" : "row"} />}
        title={
          <button
            type="button"
            className={styles.name}
            tabIndex={tabIndex}
            {...shortcut("O")}
            onClick={() => open(visit._id)}
          >
            {name}
          </button>
        }
        below={
          <span className={isPhone ? undefined : styles.below}>
            {reply !== undefined && <HostReplyText visit={visit} given={reply} />}
            {isPhone ? companyBeside(visit) : <CompanyAndHost of={visit} isLine />}
          </span>
        }
        end={<Since visit={visit} now={rows.now} />}
        {...(canWrite &&
          !isPhone && {
            action: (
              <RowAction
                words={t("signOut")}
                name={t("signOutName", { name })}
                tabIndex={tabIndex}
                run={() => signOut([visit])}
              />
            ),
          })}
      />
      <RowFailure id={visit._id} />
    </>
  );
};
