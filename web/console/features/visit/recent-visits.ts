import { queryClient } from "../../data/api/api.ts";

const RECENT_MAX = 5;

// In the query cache, which log-in and log-out empty: a desk's computer is used by several people.
const KEY = "recent-visits";
queryClient.setQueryDefaults([KEY], { gcTime: Infinity });

/** Remembers that a visit of a location was opened: in memory only. */
export const rememberVisit = (location: string, id: string): void => {
  const others = recentVisitIds(location).filter((other) => other !== id);
  queryClient.setQueryData<readonly string[]>([KEY, location], [id, ...others].slice(0, RECENT_MAX));
};

/** Forgets a visit that was erased: it is not asked for again. */
export const forgetVisit = (location: string, id: string): void => {
  queryClient.setQueryData<readonly string[]>(
    [KEY, location],
    recentVisitIds(location).filter((other) => other !== id),
  );
};

/** The ids of the visits that this user opened last in this window, the latest first; five at most. */
export const recentVisitIds = (location: string): readonly string[] =>
  queryClient.getQueryData<readonly string[]>([KEY, location]) ?? [];
