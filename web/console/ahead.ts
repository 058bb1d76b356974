import { defaultParseSearch } from "@tanstack/react-router";

import { queries } from "./api.ts";
import { locationQuery, locationsQuery } from "./location.ts";
import { meQuery } from "./session.ts";

type Search = Readonly<Record<string, unknown>>;
type List = { readAhead: (location: string, search: Search) => Promise<unknown> };

/** The pages that are a list of what the service holds; each knows what it asks for first. */
const LISTS: Readonly<Record<string, () => Promise<List>>> = {
  reception: () => import("./today.ts"),
  inside: () => import("./today.ts"),
  log: () => import("./log/visits.ts"),
  "registered-visitors": () => import("./registered-visitors/registered.ts"),
  hosts: () => import("./hosts/hosts.ts"),
};

/**
 * Asks for what a page shows first while its own code is still on its way.
 * @param page as its address names it
 */
export const readPageAhead = (page: string, location: string, search: Search): void => {
  // What fails here fails again where it is waited for, and is told there.
  LISTS[page]?.().then(
    ({ readAhead }) => readAhead(location, search).catch(() => undefined),
    () => undefined,
  );
};

/**
 * Asks for what the page of this address waits for, all at once, while the program is still being made ready. Not for an
 * evacuation, which may be opened without network and then shows what was kept.
 */
export const readAhead = ({ pathname, search }: Location): void => {
  const [, location, page] = /^\/at\/(\w+)\/([\w-]+)/.exec(pathname) ?? [];
  if (location === undefined || page === undefined || page === "evacuation") return;
  void queries.prefetchQuery(meQuery);
  void queries.prefetchQuery(locationQuery(location));
  void queries.prefetchQuery(locationsQuery);
  readPageAhead(page, location, defaultParseSearch(search));
};
