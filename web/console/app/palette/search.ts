import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { useTranslation } from "react-i18next";

import { api } from "../../data/api.ts";
import { useLocationId } from "../../data/location.ts";
import { roleCan } from "../../data/permissions.ts";
import { useCan, useMe } from "../../data/session.ts";
import { DAILY, SETTINGS } from "../../data/pages.ts";
import { matches } from "../../../shared/text-matching.ts";
import { useRegisteredToday } from "../../data/registered-visitors.ts";
import { useVisitsInside, type Visit } from "../../data/visits.ts";
import { type SearchHit, hostHits, type Section, visitorHits } from "./hits.ts";

/** Of those the ones are shown whose own name or company begins so; others have it in their host's. */
const MOST = 50;

const hostsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "hosts", "list"],
    queryFn: () => api.request("GET /visitees/bycompany/{company_id}", { params: { company_id: location } }),
  });

/** The newest visits in which the words stand, not counted any further. */
const earlierQuery = (location: string, search: string) =>
  queryOptions({
    queryKey: [location, "visits", "named", search],
    queryFn: async (): Promise<readonly Visit[]> => {
      const page = await api.request("GET /visitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: MOST, page: 1, total_at_most: MOST, search },
      });
      return page.visitors;
    },
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  });

const usePages = (typed: string): SearchHit[] => {
  const { t } = useTranslation();
  const { role } = useMe();
  const all = [...DAILY, ...SETTINGS.flatMap(({ pages }) => pages)].filter(({ may }) => roleCan(role, may));
  const pages = [...new Set(all)].map(({ key, to, icon }): Extract<SearchHit, { kind: "page" }> => ({
    kind: "page",
    id: to,
    to,
    icon,
    label: t(`nav.${key}`),
  }));
  return typed === "" ? pages : pages.filter(({ label }) => matches(label, typed));
};

/** Everything that the typed text finds, by section; without a text the pages. */
export const useSearch = (text: string): Section[] => {
  const location = useLocationId();
  const typed = useDeferredValue(text.trim());
  const [readsHosts, writes] = [useCan("hosts.read"), useCan("visits.write")];
  const { data: hosts = [] } = useQuery({ ...hostsQuery(location), enabled: readsHosts });
  const { data: earlier = [] } = useQuery(earlierQuery(location, typed));
  const inside = useVisitsInside().visits ?? [];
  const registered = useRegisteredToday() ?? [];
  const sections: Section[] = [
    { key: "visitors", hits: visitorHits(typed, { inside, registered, earlier: typed === "" ? [] : earlier }) },
    { key: "hosts", hits: hostHits(typed, hosts) },
    { key: "pages", hits: usePages(typed) },
    { key: "actions", hits: writes ? [{ kind: "action", id: "sign-in", name: typed }] : [] },
  ];
  return sections.filter(({ hits }) => hits.length > 0);
};
