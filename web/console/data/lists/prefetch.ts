import { can } from "../../../../shared/roles.ts";
import { dayOf } from "../../../shared/format.ts";
import { queryClient } from "../api/api.ts";
import { locationQuery, locationsQuery } from "../session/location.ts";
import { registeredOnDayQuery } from "./registered-visitors.ts";
import { meQuery } from "../session/session.ts";
import { insideQuery, visitsOnDayQuery } from "./visits.ts";

/** Asks for the lists of reception. After the location: its answer names the event from which the stream tells what comes later. */
const prefetchReception = async (location: string): Promise<void> => {
  const [me, place] = await Promise.all([
    queryClient.ensureQueryData(meQuery),
    queryClient.ensureQueryData(locationQuery(location)),
  ]);
  if (me === null) return;
  const today = dayOf(new Date(), place.timezone);
  void queryClient.prefetchQuery(insideQuery(location));
  void queryClient.prefetchQuery(visitsOnDayQuery(location, today));
  if (can(me.role, "registered_visitors")) void queryClient.prefetchQuery(registeredOnDayQuery(location, today));
};

/**
 * Asks for what every page of a location waits for, all at once, while the program is still being made ready, and then for the lists of
 * its first page. Not for an evacuation, which may be opened offline and then shows what was kept.
 */
export const prefetchLocation = ({ pathname }: Location): void => {
  const [, location, page] = /^\/at\/(\w+)\/([\w-]+)/.exec(pathname) ?? [];
  if (location === undefined || page === "evacuation") return;
  void queryClient.prefetchQuery(meQuery);
  void queryClient.prefetchQuery(locationQuery(location));
  void queryClient.prefetchQuery(locationsQuery);
  // What can't be read is asked for again, and told, by the page.
  if (page === "reception") prefetchReception(location).catch(() => undefined);
};
