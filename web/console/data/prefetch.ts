import { queryClient } from "./api.ts";
import { locationQuery, locationsQuery } from "./location.ts";
import { meQuery } from "./session.ts";

/**
 * Asks for what every page of a location waits for, all at once, while the program is still being made ready. Not what lists show:
 * a visit between that answer and the first live event would be missed. Not for an evacuation, which may be opened offline
 * and then shows what was kept.
 */
export const prefetchLocation = ({ pathname }: Location): void => {
  const [, location, page] = /^\/at\/(\w+)\/([\w-]+)/.exec(pathname) ?? [];
  if (location === undefined || page === "evacuation") return;
  void queryClient.prefetchQuery(meQuery);
  void queryClient.prefetchQuery(locationQuery(location));
  void queryClient.prefetchQuery(locationsQuery);
};
