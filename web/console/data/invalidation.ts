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

/** Has what is read of people read again; resolves when it is. The stream does so too, where it is not away. */
export const invalidatePeople = async (location: string): Promise<void> => {
  await Promise.all(PEOPLE_QUERY_KINDS.map((kind) => queryClient.invalidateQueries({ queryKey: [location, kind] })));
};
