import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";

import { dayAfter, dayPartFormat, formatDayHeading } from "../../../../shared/format.ts";
import { Button, IconButton } from "../../../components/button/button.tsx";
import { LoadingState } from "../../../components/feedback/loading-state.tsx";
import { useAddressState } from "../../../components/form/address-state.ts";
import { api } from "../../../data/api/api.ts";
import { DAY_ROWS_MAX, useToday } from "../../../data/lists/day.ts";
import { nameOf } from "../../../data/lists/visits.ts";
import { useFormatContext, useLocationId } from "../../../data/session/location.ts";
import styles from "./calendar.module.css";
import { type CalendarKind, dayBeside, daysShown, entriesByDay, type Entry } from "./days.ts";

/** The entries of a day in a month; the rest is in its week. */
const MONTH_ROWS = 3;
const NONE: readonly never[] = [];

const spanQuery = (location: string, days: readonly string[]) => {
  const [from = "", to = ""] = [days[0], days.at(-1)];
  return queryOptions({
    queryKey: [location, "registered-visitors", "calendar", from, to],
    queryFn: async () => {
      const visiting_on = { startDate: from, endDate: dayAfter(to) };
      const query = { count: DAY_ROWS_MAX, page: 1, filter: { visiting_on }, sorting: { visiting_on: "asc" } } as const;
      const path = "GET /knownvisitors/bycompany/{company_id}";
      return (await api.request(path, { params: { company_id: location }, query })).visitors;
    },
  });
};

type Act = { open: (id: string) => void; opened: string | undefined };

const EntryRow = ({ entry: { id, time, name, more }, open, opened }: Act & { entry: Entry }) => (
  <li data-row>
    <button type="button" className={styles.entry} aria-current={id === opened || undefined} onClick={() => open(id)}>
      <span className={styles.time}>{time}</span> {more > 0 ? `${name} +${more}` : name}
    </button>
  </li>
);

type DayProps = Act & {
  kind: CalendarKind;
  day: string;
  isOther: boolean;
  entries: readonly Entry[];
  show: () => void;
};

const Day = ({ kind, day, isOther, entries, show, ...act }: DayProps) => {
  const { t } = useTranslation("registered-visitors");
  const [writing, today] = [useFormatContext(), useToday()];
  const heading = formatDayHeading(day, writing);
  const rows = kind === "week" ? entries : entries.slice(0, MONTH_ROWS);
  return (
    <section
      className={styles.day}
      aria-label={heading}
      data-today={day === today || undefined}
      data-other={isOther || undefined}
      data-empty={entries.length === 0 || undefined}
    >
      <h2 className={styles.heading}>
        <span className={styles.short} aria-hidden="true">
          {dayPartFormat(
            writing.language,
            kind === "week" ? { weekday: "short", day: "numeric" } : { day: "numeric" },
          )(day)}
        </span>
        <span className={styles.long}>{heading}</span>
        {entries.length > 0 && <span className={styles.count}>{entries.length}</span>}
      </h2>
      <ul className={styles.entries}>
        {rows.map((entry) => (
          <EntryRow key={entry.id} entry={entry} {...act} />
        ))}
      </ul>
      {rows.length < entries.length && (
        <button type="button" className={styles.more} onClick={show}>
          {t("calendar.more", { count: entries.length - rows.length })}
        </button>
      )}
    </section>
  );
};

type BarProps = { kind: CalendarKind; day: string; go: (day: string | undefined) => void };

const Bar = ({ kind, day, go }: BarProps) => {
  const { t } = useTranslation("registered-visitors");
  const { language } = useFormatContext();
  return (
    <div className={styles.bar}>
      <IconButton label={t(`calendar.before.${kind}`)} edged onClick={() => go(dayBeside(kind, day, -1))}>
        <IconChevronLeft />
      </IconButton>
      <Button onClick={() => go(undefined)}>{t("calendar.today")}</Button>
      <IconButton label={t(`calendar.after.${kind}`)} edged onClick={() => go(dayBeside(kind, day, 1))}>
        <IconChevronRight />
      </IconButton>
      <p className={styles.month} role="status">
        {dayPartFormat(language, { month: "long", year: "numeric" })(
          daysShown(kind, day)[kind === "week" ? 3 : 7] ?? day,
        )}
      </p>
    </div>
  );
};

/** The registered visitors of a week or a month, on their days. Page up and down go to the one before and after. */
export const Calendar = ({ kind, ...act }: Act & { kind: CalendarKind }) => {
  const { t } = useTranslation("registered-visitors");
  const [writing, today] = [useFormatContext(), useToday()];
  const [day = today, go] = useAddressState("day");
  const [, setKind] = useAddressState("view");
  const days = useMemo(() => daysShown(kind, day), [kind, day]);
  const { data, error, refetch } = useQuery(spanQuery(useLocationId(), days));
  const { language, timeZone } = writing;
  const entries = useMemo(
    () => entriesByDay(data ?? NONE, days, { language, timeZone }, nameOf),
    [data, days, language, timeZone],
  );
  const turn = (event: KeyboardEvent): void => {
    if (event.key !== "PageUp" && event.key !== "PageDown") return;
    event.preventDefault();
    go(dayBeside(kind, day, event.key === "PageUp" ? -1 : 1));
  };
  const showWeek = (of: string): void => {
    setKind("week");
    go(of);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the controls in it
    <div className={styles.calendar} onKeyDown={turn}>
      <Bar kind={kind} day={day} go={go} />
      {data === undefined ? (
        <LoadingState label={t("console:loading")} error={error} retry={refetch} />
      ) : (
        <div className={styles.days} data-kind={kind}>
          {days.map((one) => (
            <Day
              key={one}
              kind={kind}
              day={one}
              isOther={kind === "month" && one.slice(0, 7) !== day.slice(0, 7)}
              entries={entries.get(one) ?? NONE}
              show={() => showWeek(one)}
              {...act}
            />
          ))}
        </div>
      )}
    </div>
  );
};
