import { useEffect } from "react";

import { queryClient } from "../api/api.ts";
import { setLive } from "./connection.ts";
import { invalidateKinds, PEOPLE_QUERY_KINDS } from "./invalidation.ts";
import type { LiveEvent, StreamMessage } from "./live-stream.ts";
import { followLocation } from "./live-tabs.ts";
import { movePosition } from "../api/log-position.ts";

/**
 * The queries that each event makes out of date, by the second word of their keys. A sign-in with a code changes who is
 * expected as well.
 */
const INVALIDATED_KINDS: readonly [RegExp, readonly string[]][] = [
  [/^visitor_/, PEOPLE_QUERY_KINDS],
  [/^registered_visitor_/, ["registered-visitors"]],
  [/^company_/, ["location", "visit-types", "entry-points", "agreements"]],
  [/^device_/, ["devices"]],
];

/** Invalidates everything that the event changed. */
const invalidateFor = ({ eventName, companyId }: LiveEvent): Promise<void> =>
  invalidateKinds(
    companyId,
    INVALIDATED_KINDS.filter(([pattern]) => pattern.test(eventName)).flatMap(([, kinds]) => kinds),
  );

/** Refetches the queries that failed while the service was away. */
const refetchFailed = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ state }) => state.status === "error" });

/** The session may have ended, or the location may be removed. */
const refetchSessionAndLocation = async (location: string): Promise<void> => {
  const queryKeys = [["me"], ["locations"], [location, "location"]];
  await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey, exact: true })));
};

const handlers = new Set<(event: LiveEvent) => void>();
let wasDisconnected = false;

const handleMessage = (message: StreamMessage, location: string): void => {
  if (message.kind === "state") {
    if (message.live && wasDisconnected) void refetchFailed();
    wasDisconnected = !message.live;
    return setLive(message.live);
  }
  if (message.kind === "pulse") return;
  if (message.kind === "missed") return void queryClient.invalidateQueries({ queryKey: [location] });
  if (message.kind === "refused") return void refetchSessionAndLocation(location);
  movePosition(location, message.seq);
  for (const handler of handlers) handler(message.event);
  void invalidateFor(message.event);
};

/** Keeps the data of this location up to date while the page is open. Used once, in the shell. */
export const useLiveEvents = (location: string): void => {
  useEffect(
    () => (location === "" ? undefined : followLocation(location, (message) => handleMessage(message, location))),
    [location],
  );
};

/**
 * Calls the handler for each event while the page is open: for effects that are not part of a query, such as the tint
 * of a new row.
 */
export const useLiveEvent = (handler: (event: LiveEvent) => void): void => {
  useEffect(() => {
    handlers.add(handler);
    return () => void handlers.delete(handler);
  }, [handler]);
};
