import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../shared/format.ts";
import { matches } from "../../../shared/text-matching.ts";
import { api } from "../../data/api/api.ts";
import { signInRegistered } from "../../actions/visit-actions.tsx";
import { Button } from "../../components/button/button.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { CompanyAndHost } from "../../components/form/company-and-host.tsx";
import { useLocationId, useFormatContext } from "../../data/session/location.ts";
import { type RegisteredVisitor, useRegisteredToday } from "../../data/lists/registered-visitors.ts";
import { nameOf, useVisitsInside } from "../../data/lists/visits.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import styles from "./registered-suggestions.module.css";

const MOST = 6;
/** On a phone the questions come soon after. */
const MOST_NARROW = 3;

/** Registered visitors of any day whose last name holds the text. */
const namedQuery = (location: string, text: string) =>
  queryOptions({
    queryKey: [location, "registered-visitors", "named", text],
    queryFn: async () => {
      const page = await api.request("GET /knownvisitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: MOST, page: 1, filter: { last_name: text } },
      });
      return page.visitors;
    },
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
  });

/** Possibly matching registered visitors: today's first, without those who are inside already. */
const useRegisteredSuggestions = (typed: string): readonly RegisteredVisitor[] => {
  const name = useDeferredValue(typed.trim());
  const last = name.split(/\s+/).at(-1) ?? "";
  const { data: named = [] } = useQuery(namedQuery(useLocationId(), last));
  const today = useRegisteredToday().registered ?? [];
  const inside = new Set((useVisitsInside().visits ?? []).map(({ known_visitor_id }) => known_visitor_id));
  const all = new Map([...today, ...named].map((person) => [person._id, person]));
  const dated = new Set(today.filter(({ visiting_on }) => visiting_on !== undefined).map(({ _id }) => _id));
  return [...all.values()]
    .filter(({ _id }) => !inside.has(_id))
    .filter((person) => (name === "" ? dated.has(person._id) : matches(nameOf(person), name)))
    .slice(0, MOST);
};

type RegisteredSuggestionsProps = { typed: string; fill: (person: RegisteredVisitor) => void; done: () => void };

/** "Is it one of these?": one press signs a registered visitor in, or fills in the form. */
export const RegisteredSuggestions = ({ typed, fill, done }: RegisteredSuggestionsProps) => {
  const { t } = useTranslation("sign-in");
  const writing = useFormatContext();
  const isWide = useBreakpoint() === "wide";
  const people = useRegisteredSuggestions(typed).slice(0, isWide ? MOST : MOST_NARROW);
  if (people.length === 0) return null;
  const enter = (person: RegisteredVisitor): void => {
    void signInRegistered(person);
    done();
  };
  return (
    <section className={styles.known} aria-label={t("known")}>
      <h2 className={styles.title}>{typed.trim() === "" ? t("expected") : t("known")}</h2>
      <ul>
        {people.map((person) => {
          const from = person.visiting_on?.startDate;
          return (
            <li key={person._id} className={styles.person}>
              <Portrait person={person} />
              <div className={styles.words}>
                <button type="button" className={styles.name} onClick={() => fill(person)}>
                  {nameOf(person)}
                </button>
                <p className={styles.fact}>
                  {from !== undefined && `${formatTime(new Date(from), writing)}  `}
                  <CompanyAndHost of={person} />
                </p>
              </div>
              <Button size="row" aria-label={t("signInName", { name: nameOf(person) })} onClick={() => enter(person)}>
                {t("in")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
