import { coalesce } from "../../lib/coalesce.ts";
import { queryClient } from "../api/api.ts";

/** Queries about people, which change all day: by the second word of their keys. */
export const PEOPLE_QUERY_KINDS = [
  "visits",
  "inside",
  "counters",
  "visit",
  "evacuations",
  "registered-visitors",
  "erasure-requests",
];

/** An action and its own event, or the arrivals of a group, are one refresh. */
const WINDOW_MS = 100;

const refresh = coalesce<string>(
  (keys) => Promise.all([...keys].map((key) => queryClient.invalidateQueries({ queryKey: key.split("/") }))),
  WINDOW_MS,
);

/** Invalidates these kinds soon; resolves when they are read again. */
export const invalidateKinds = (location: string, kinds: readonly string[]): Promise<void> =>
  refresh(kinds.map((kind) => `${location}/${kind}`));

/**
 * Invalidates the queries about people; resolves when they are read again. The stream does so too, unless it is down.
 */
export const invalidatePeople = (location: string): Promise<void> => invalidateKinds(location, PEOPLE_QUERY_KINDS);
