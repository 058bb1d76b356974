import { IconCheck } from "@tabler/icons-react";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type MouseEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatDuration, formatTimeToSecond } from "../../../shared/format.ts";
import { Empty } from "../../components/feedback/empty.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import type { Evacuation } from "../../data/session/evacuation-storage.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { companyBeside, nameOf } from "../../data/lists/visits.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import styles from "./list.module.css";
import { mark } from "./sync/mark-sync.ts";
import { isRejected, type Person } from "./people.ts";
import { SortedName } from "./sorted-name.tsx";
import { offerMarkUndo } from "./undo.tsx";

const ROW = 76;
const COLUMNS = { phone: 1, medium: 2, wide: 3 } as const;

type RowProps = {
  person: Person;
  /** Marked a moment ago, in the place it will leave: nothing can be pressed there. */
  isLeaving: boolean;
  isSafe: boolean;
  entryPoint: string | undefined;
  press: (person: Person, event: MouseEvent<HTMLElement>) => void;
};

const Safely = ({ person }: { person: Person }) => {
  const { t } = useTranslation("evacuation");
  const writing = useFormatContext();
  if (person.signed_out) return <>{t("leftByThemselves")}</>;
  if (person.marked === undefined) return <>{t("markedHere")}</>;
  const at = formatTimeToSecond(new Date(person.marked.at), writing);
  return <>{person.marked.by === undefined ? at : t("markedBy", { at, name: person.marked.by })}</>;
};

const Row = ({ person, isLeaving, isSafe, entryPoint, press }: RowProps) => {
  const { t } = useTranslation("evacuation");
  const name = nameOf(person) || t("nameless");
  const { recipient } = person;
  // Before the host stands what they are: the entrance could be a name, too.
  const host = recipient === undefined ? undefined : t("console:forHost", { host: recipient });
  const place = [entryPoint, host].filter((part) => part !== undefined).join(" · ");
  return (
    <div role="listitem" tabIndex={-1} className={styles.row} data-leaving={isLeaving || undefined}>
      <Portrait person={person} visitId={person.visitor_id} size="exception" />
      <span className={styles.words}>
        <bdi className={styles.name}>
          <SortedName person={person} />
        </bdi>
        <span className={styles.below}>{isSafe ? <Safely person={person} /> : place || companyBeside(person)}</span>
      </span>
      {isLeaving && (
        <span className={styles.marked}>
          {person.safe && <IconCheck size={22} stroke={2} aria-hidden="true" />}
          {t(person.safe ? "safe" : "notSafe")}
        </span>
      )}
      {!isLeaving && !(isSafe && person.signed_out) && (
        <button
          type="button"
          className={isSafe ? styles.back : styles.safe}
          aria-label={t(isSafe ? "markNotSafe" : "markSafe", { name })}
          onClick={(event) => press(person, event)}
        >
          {!isSafe && <IconCheck size={22} stroke={2} aria-hidden="true" />}
          {isSafe ? t("notSafe") : t("safe")}
        </button>
      )}
    </div>
  );
};

/** With the keyboard the focus rests on the row, whose button goes: Tab leads on to the next one, and a second Enter marks no one. */
const restOnRow = ({ currentTarget, detail }: MouseEvent<HTMLElement>): void => {
  if (detail === 0) currentTarget.closest<HTMLElement>("[role=listitem]")?.focus();
};

const NoVisitors = ({ evacuation, isSafe }: { evacuation: Evacuation; isSafe: boolean }) => {
  const { t, i18n } = useTranslation("evacuation");
  const people = evacuation.persons.filter((person) => !isRejected(person));
  const isAll = people.every(({ safe }) => safe);
  if (isSafe) return <Empty title={t("noneSafe")} />;
  if (!isAll) return <Empty title={t("console:nothingMatches")} />;
  const last = Math.max(0, ...people.map(({ seconds = 0 }) => seconds));
  return (
    <Empty title={t("everybodySafe")}>
      {t("everybodySafeHelp", {
        count: people.length,
        duration: formatDuration(last * 1000, i18n.language),
      })}
    </Empty>
  );
};

type ListProps = {
  /** The list's name for screen readers. */
  label: string;
  evacuation: Evacuation;
  people: readonly Person[];
  /** Called whenever a pointer is over the list. */
  touched: () => void;
  entryPoints: Readonly<Record<string, string>>;
  isSafe: boolean;
  /** There is content beside the list. */
  isNarrow: boolean;
};

/** Rows of 76 with one button; of hundreds only those in sight are drawn. Three beside each other where there is room. */
export const List = ({ label, evacuation, people, touched, entryPoints, isSafe, isNarrow }: ListProps) => {
  const columns = COLUMNS[useBreakpoint()] - (isNarrow ? 1 : 0) || 1;
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [people.length, columns]);
  const virtual = useWindowVirtualizer({
    count: Math.ceil(people.length / columns),
    estimateSize: () => ROW,
    overscan: 8,
    scrollMargin: top,
  });
  const press = (person: Person, event: MouseEvent<HTMLElement>): void => {
    restOnRow(event);
    touched();
    mark(evacuation, person.visitor_id, !isSafe);
    offerMarkUndo(evacuation, person, !isSafe);
  };
  return (
    <>
      {people.length === 0 && <NoVisitors evacuation={evacuation} isSafe={isSafe} />}
      <div
        ref={list}
        role="list"
        className={styles.list}
        aria-label={label}
        style={{ height: virtual.getTotalSize() }}
        onPointerMove={touched}
        onPointerDown={touched}
      >
        {virtual.getVirtualItems().map(({ index, start, key }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={styles.rank}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <div className={styles.columns} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
              {people.slice(index * columns, (index + 1) * columns).map((person) => (
                <Row
                  key={person.visitor_id}
                  person={person}
                  isLeaving={person.safe !== isSafe}
                  isSafe={isSafe}
                  entryPoint={entryPoints[person.entrypoint_id ?? ""]}
                  press={press}
                />
              ))}
            </div>
          </div>
        ))}
      </div>
    </>
  );
};
