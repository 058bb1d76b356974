import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useTranslation } from "react-i18next";

import { namesWith } from "../../../../shared/fields.ts";
import { VISIT_FIELDS } from "../../../../shared/visit-fields.ts";
import { formatShortDay } from "../../../shared/format.ts";
import { foldForSearch } from "../../../../shared/text/folding.ts";
import { matches } from "../../../shared/text-matching.ts";
import { CompanyAndHost } from "../../components/form/company-and-host.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { useFormatContext, useLocationId } from "../../data/session/location.ts";
import { useRegisteredToday } from "../../data/lists/registered-visitors.ts";
import { isSamePerson } from "../../data/lists/same-person.ts";
import { nameOf, useVisitsInside, type Visit, visitsNamedQuery } from "../../data/lists/visits.ts";
import type { Answers } from "./entry.ts";
import styles from "./registered-suggestions.module.css";

const MOST = 4;

/** The values that a visit copies from an earlier one of the same visitor (rules 4), except place and purpose. */
const TAKEN_OVER = namesWith(VISIT_FIELDS, { copied: "always", kind: "text" });

const answersOf = (visit: Visit): Answers =>
  Object.fromEntries(TAKEN_OVER.filter((name) => visit[name] !== undefined).map((name) => [name, visit[name]]));

/** The newest visit of each visitor of that name, except visitors who are inside or offered as registered. */
const useReturning = (typed: string): readonly Visit[] => {
  const name = useDeferredValue(typed.trim());
  const { data = [] } = useQuery(visitsNamedQuery(useLocationId(), name));
  const known = [...(useVisitsInside().visits ?? []), ...(useRegisteredToday().registered ?? [])];
  if (name.length < 2) return [];
  const newest = new Map(
    data.toReversed().map((visit) => [foldForSearch(`${nameOf(visit)} ${visit.company ?? ""}`), visit]),
  );
  return [...newest.values()]
    .toReversed()
    .filter((visit) => matches(nameOf(visit), name) && !known.some((other) => isSamePerson(other, visit)))
    .slice(0, MOST);
};

type ReturningVisitorsProps = { typed: string; fill: (answers: Answers) => void };

/** "Been here before?": the data of an earlier visit fills in the form. */
export const ReturningVisitors = ({ typed, fill }: ReturningVisitorsProps) => {
  const { t } = useTranslation("sign-in");
  const writing = useFormatContext();
  const visits = useReturning(typed);
  if (visits.length === 0) return null;
  return (
    <section className={styles.known} aria-label={t("returning")}>
      <h2 className={styles.title}>{t("returning")}</h2>
      <ul>
        {visits.map((visit) => (
          <li key={visit._id} className={styles.person}>
            <Portrait person={visit} visitId={visit._id} />
            <div className={styles.words}>
              <button type="button" className={styles.name} onClick={() => fill(answersOf(visit))}>
                {nameOf(visit)}
              </button>
              <p className={styles.fact}>
                {t("lastHere", { day: formatShortDay(new Date(visit.signed_in), writing) })}
                {"  "}
                <CompanyAndHost of={visit} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
