import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { FoyerError } from "../../../../client/client.ts";
import { api } from "../../data/api/api.ts";
import { useLocationId } from "../../data/session/location.ts";
import { can } from "../../../../shared/roles.ts";
import { useCan, useMe } from "../../data/session/session.ts";
import { DAILY, SETTINGS } from "../../data/pages.ts";
import { matches } from "../../../shared/text-matching.ts";
import { usePendingIds } from "../../data/lists/pending-actions.ts";
import { useRegisteredToday } from "../../data/lists/registered-visitors.ts";
import { useVisitsInside, visitsNamedQuery } from "../../data/lists/visits.ts";
import { visitQuery } from "../../features/visit/queries.ts";
import { forgetVisit, recentVisitIds } from "../../features/visit/recent-visits.ts";
import { type SearchHit, hostHits, type Section, visitorHits } from "./hits.ts";
import { useCommands } from "./use-command.ts";

const hostsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "hosts", "list"],
    queryFn: () => api.request("GET /visitees/bycompany/{company_id}", { params: { company_id: location } }),
  });

const pageKeys = new Map([...DAILY, ...SETTINGS.flatMap(({ pages }) => pages)].map(({ to, key }) => [to, key]));

const usePages = (typed: string): SearchHit[] => {
  const { t } = useTranslation(["console", "palette"]);
  const { role } = useMe();
  const all = [...DAILY, ...SETTINGS.flatMap(({ pages }) => pages)].filter(({ permission }) => can(role, permission));
  const pages = [...new Set(all)].map(({ key, to, icon }): Extract<SearchHit, { kind: "page" }> => ({
    kind: "page",
    id: to,
    to,
    icon,
    label: t(`nav.${key}`),
  }));
  const also = (to: string): string =>
    t(`palette:page.${pageKeys.get(to)}` as "palette:page.log", { defaultValue: "" });
  return typed === "" ? pages : pages.filter(({ label, to }) => matches(`${label} ${also(to)}`, typed));
};

const isErased = (error: unknown): boolean => error instanceof FoyerError && error.status === 404;

/**
 * The visits that were opened last, while nothing is typed, without those whose sign-out waits for its Undo to pass. They are read
 * again: one may have been erased since. Settled once each is read, or can't be.
 */
const useRecentVisits = (typed: string): { hits: SearchHit[]; isSettled: boolean } => {
  const location = useLocationId();
  const [ids] = useState(() => recentVisitIds(location));
  const leaving = usePendingIds("out");
  const reads = useQueries({
    queries: typed === "" ? ids.map((id) => ({ ...visitQuery(location, id), staleTime: 0 })) : [],
  });
  const hits = reads.flatMap(({ isSuccess, data: visit }): SearchHit[] =>
    isSuccess && !leaving.has(visit._id)
      ? [{ kind: visit.signed_out === undefined ? "inside" : "earlier", id: visit._id, visit }]
      : [],
  );
  const gone = ids.filter((_, index) => isErased(reads[index]?.error)).join();
  useEffect(() => {
    for (const id of gone.split(",")) forgetVisit(location, id);
  }, [gone, location]);
  return { hits, isSettled: reads.every(({ isPending }) => !isPending) };
};

/**
 * All hits for the typed text, by section; without a text, the visits opened last and the pages. Settled once the visits opened last,
 * which come first, are read.
 */
export const useSearch = (text: string): { sections: Section[]; isSettled: boolean } => {
  const location = useLocationId();
  // Enter takes a hit for the current text; earlier visits appear once they are read.
  const typed = text.trim();
  const asked = useDeferredValue(typed);
  const [readsHosts, writes] = [useCan("hosts.read"), useCan("visits.write")];
  const { data: hosts = [] } = useQuery({ ...hostsQuery(location), enabled: readsHosts });
  const { data: earlier = [] } = useQuery(visitsNamedQuery(location, asked));
  const inside = useVisitsInside().visits ?? [];
  const registered = useRegisteredToday().registered ?? [];
  const commands = useCommands(typed);
  const signIn: SearchHit[] = writes ? [{ kind: "action", id: "sign-in", name: typed }] : [];
  const { hits: recent, isSettled } = useRecentVisits(typed);
  const sections: Section[] = [
    { key: "recent", hits: recent },
    {
      key: "visitors",
      hits: visitorHits(typed, { inside, registered, earlier: typed === asked && typed !== "" ? earlier : [] }),
    },
    { key: "hosts", hits: hostHits(typed, hosts) },
    { key: "pages", hits: usePages(typed) },
    { key: "actions", hits: [...commands, ...signIn] },
  ];
  return { sections: sections.filter(({ hits }) => hits.length > 0), isSettled };
};
