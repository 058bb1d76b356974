import { coalesce } from "../lib/coalesce.ts";
import { queryClient } from "./api.ts";

/** What is read of people, and changes all day: by the second word of the queries' keys. */
export const PEOPLE_QUERY_KINDS = [
  "visits",
  "inside",
  "counters",
  "visit",
  "evacuations",
  "registered-visitors",
  "erasure-requests",
];

/** An action and the event that tells of it, or the arrivals of a group, are one refresh. */
const WINDOW_MS = 100;

const refresh = coalesce<string>(
  (keys) => Promise.all([...keys].map((key) => queryClient.invalidateQueries({ queryKey: key.split("/") }))),
  WINDOW_MS,
);

/** Has these kinds read again soon; resolves when they are. */
export const invalidateKinds = (location: string, kinds: readonly string[]): Promise<void> =>
  refresh(kinds.map((kind) => `${location}/${kind}`));

/** Has what is read of people read again; resolves when it is. The stream does so too, where it is not away. */
export const invalidatePeople = (location: string): Promise<void> => invalidateKinds(location, PEOPLE_QUERY_KINDS);
