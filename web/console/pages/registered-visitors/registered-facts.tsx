import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { namesHaving } from "../../../../shared/fields.ts";
import { REGISTERED_FIELDS } from "../../../../shared/registered-visitor-fields.ts";
import { formatDayTime } from "../../../shared/format.ts";
import { useFieldLabel } from "../../components/form/field-label.ts";
import { useLanguageName } from "../../components/language/languages.ts";
import { MailLink } from "../../components/text/mail-link.tsx";
import { Fact, Facts } from "../../components/layout/panel.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { useVisitTypes } from "../../data/lists/visit-types.ts";
import { useFields } from "../../features/visit/queries.ts";
import type { Occurrence } from "../../features/series/change.ts";
import { isOccurrence, seriesQuery } from "../../features/series/series.ts";
import { useExpectedOn } from "./expected-on.ts";
import styles from "./queries.module.css";

/** Facts that are shown as they are. */
const PANEL = namesHaving(REGISTERED_FIELDS, "panel");

const useFormatInstant = (): ((instant: string) => string) => {
  const writing = useFormatContext();
  return (instant) => formatDayTime(new Date(instant), writing);
};

const named = (list: readonly { _id: string; name: string }[], id: string | undefined): string | undefined =>
  list.find(({ _id }) => _id === id)?.name;

const Line = ({ name, children }: { name: string; children: ReactNode }) =>
  children === undefined || children === "" ? null : <Fact name={name}>{children}</Fact>;

/** Which visit of its series it is. */
const SeriesLine = ({ of }: { of: Occurrence }) => {
  const { t } = useTranslation("series");
  const { data } = useQuery(seriesQuery(of));
  const visits = data?.occurrences.filter(({ cancelled }) => !cancelled) ?? [];
  const nth = visits.findIndex(({ known_visitor_ids }) => known_visitor_ids.includes(of._id)) + 1;
  return <Line name={t("repeats")}>{nth > 0 ? t("nth", { nth, of: visits.length }) : undefined}</Line>;
};

/** When and whom they visit, and how they are reached. */
export const Details = ({ person }: { person: RegisteredVisitor }) => {
  const { t } = useTranslation("registered-visitors");
  const label = useFieldLabel();
  const [types, entryPoints, expectedOn, languageName] = [
    useVisitTypes(),
    useEntryPoints(),
    useExpectedOn(),
    useLanguageName(),
  ];
  return (
    <div className={styles.facts}>
      <Facts>
        <Line name={label("visiting_on")}>{expectedOn(person)}</Line>
        {isOccurrence(person) && <SeriesLine of={person} />}
        <Line name={label("recipient")}>{person.recipient}</Line>
        <Line name={label("visit_type")}>{named(types, person.visit_type)}</Line>
        <Line name={label("entrypoint_id")}>{named(entryPoints, person.entrypoint_id)}</Line>
        <Line name={label("email")}>{person.email !== undefined && <MailLink to={person.email} />}</Line>
        {PANEL.map((name) => (
          <Line key={name} name={label(name)}>
            {person[name]}
          </Line>
        ))}
        <Line name={t("field.language_id")}>
          {person.language_id !== undefined && languageName(person.language_id)}
        </Line>
        {person.persistent && <Line name={t("field.persistent")}>{t("yes")}</Line>}
      </Facts>
    </div>
  );
};

/** What they answered beforehand, under the questions' labels. */
export const Answers = ({ person }: { person: RegisteredVisitor }) => {
  const { t } = useTranslation("registered-visitors");
  const given = useFields().filter(({ field_name }) => (person[field_name] ?? "") !== "");
  const written = (value: unknown): string => {
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
  };
  if (given.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t("answers")}</h3>
      <div className={styles.facts}>
        <Facts>
          {given.map(({ field_name, label }) => (
            <Fact key={field_name} name={label}>
              {written(person[field_name])}
            </Fact>
          ))}
        </Facts>
      </div>
    </section>
  );
};

/** The visitor's history so far. */
export const Steps = ({ person }: { person: RegisteredVisitor }) => {
  const { t } = useTranslation("registered-visitors");
  const formatInstant = useFormatInstant();
  const { create_date, invited_date, preregistered_date } = person;
  return (
    <section className={styles.part}>
      <h3 className={styles.title}>{t("soFar")}</h3>
      <div className={styles.facts}>
        <Facts>
          <Fact name={t("status.created")}>{formatInstant(create_date)}</Fact>
          {invited_date !== undefined && <Fact name={t("status.invited")}>{formatInstant(invited_date)}</Fact>}
          {preregistered_date !== undefined && (
            <Fact name={t("status.preregistered")}>{formatInstant(preregistered_date)}</Fact>
          )}
        </Facts>
      </div>
    </section>
  );
};
