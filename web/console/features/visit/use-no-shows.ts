import { queryOptions, useQuery } from "@tanstack/react-query";

import { dayAfter } from "../../../shared/format.ts";
import { api } from "../../data/api/api.ts";
import { useToday } from "../../data/lists/day.ts";
import { useLocation } from "../../data/session/location.ts";
import { noShowsOf } from "../../data/lists/no-shows.ts";
import { isSamePerson, type Person } from "../../data/lists/same-person.ts";
import { useCan } from "../../data/session/session.ts";
import { nameOf, type Visit } from "../../data/lists/visits.ts";
import { useNow } from "../../lib/use-now.ts";

const DAY_MS = 24 * 60 * 60_000;
/** The last registrations that are looked at: each without a visit of the same name costs a request. */
const READ_MAX = 20;
/** More visits than one registration has in its time. */
const VISITS_MAX = 20;

/** The registered visitors whose record contains the words, of this day and before, the last expected first. */
const expectedUntilQuery = (location: string, day: string, search: string) =>
  queryOptions({
    queryKey: [location, "registered-visitors", "until", day, search],
    queryFn: async () => {
      const page = await api.request("GET /knownvisitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: {
          count: READ_MAX,
          page: 1,
          search,
          filter: { visiting_on: { endDate: dayAfter(day) } },
          sorting: { visiting_on: "desc" },
        },
      });
      return page.visitors;
    },
  });

/** The newest visits of each of these registered visitors, whatever name was given at the sign-in. */
const visitsOfRegisteredQuery = (location: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: [location, "visits", "of-registered", ids],
    queryFn: async () => {
      const read = (known_visitor_id: string) =>
        api.request("GET /visitors/bycompany/{company_id}", {
          params: { company_id: location },
          query: { count: VISITS_MAX, page: 1, total_at_most: VISITS_MAX, filter: { known_visitor_id } },
        });
      const pages = await Promise.all(ids.map(read));
      return pages.flatMap(({ visitors }) => visitors);
    },
  });

const NONE: readonly never[] = [];

/**
 * When a person was expected and didn't come, the newest first; none while it is read, and for a role that can't see registered
 * visitors.
 * @param named the visits of the same name, as far as they are read: most registrations led to one of them
 */
export const useNoShows = (person: Person, named: readonly Visit[] | undefined): readonly Date[] => {
  const { _id: location, settings } = useLocation();
  const now = useNow();
  const name = nameOf(person);
  const isRead = useCan("registered_visitors") && name.length > 1;
  const { data: registered = NONE } = useQuery({ ...expectedUntilQuery(location, useToday(), name), enabled: isRead });
  const days = settings.retention_days;
  const since = typeof days === "number" ? now - days * DAY_MS : -Infinity;
  const over = noShowsOf(
    registered.filter((other) => isSamePerson(other, person)),
    named ?? NONE,
    { since, now },
  );
  const ids = over.map(({ _id }) => _id);
  const { data: visits } = useQuery({
    ...visitsOfRegisteredQuery(location, ids),
    enabled: named !== undefined && ids.length > 0,
  });
  return visits === undefined
    ? NONE
    : noShowsOf(over, visits, { since, now }).map((one) => new Date(one.visiting_on?.startDate ?? ""));
};
