import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";

import { type Answer, foyer } from "../api.ts";
import { nextPage, PAGE, usePaged } from "../components/paged.ts";

/** A mail or an SMS. */
export type Message = Answer<"GET /companies/{company_id}/outbox">[number];
/** The states that are tabs; being sent takes a moment only. */
export const SHOWN = ["queued", "sent", "failed"] as const;
/** One of them; undefined: all. */
export type Shown = (typeof SHOWN)[number] | undefined;

/** Messages go out without an event of their own. */
export const ASK_MS = 15_000;

const outboxQuery = (location: string, state: Shown) =>
  infiniteQueryOptions({
    queryKey: [location, "outbox", "list", state ?? "all"],
    queryFn: ({ pageParam, signal }) =>
      foyer.request("GET /companies/{company_id}/outbox", {
        params: { company_id: location },
        query: { count: PAGE, page: pageParam, ...(state !== undefined && { state }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    // Who reads far back is not led away from there.
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : ASK_MS),
    placeholderData: keepPreviousData,
  });

/** The messages as far as they were read, newest first. */
export const useOutbox = (location: string, state: Shown) => {
  const { items: messages, ...rest } = usePaged(outboxQuery(location, state));
  return { messages, ...rest };
};
