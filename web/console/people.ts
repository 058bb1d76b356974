import { queries } from "./api.ts";

/** What is read of people, and changes all day: by the second word of the queries' keys. */
export const PEOPLE = [
  "visits",
  "inside",
  "counters",
  "visit",
  "evacuations",
  "registered-visitors",
  "erasure-requests",
];

/** Has what is read of people read again; resolves when it is. The stream does so too, where it is not away. */
export const readAgain = async (location: string): Promise<void> => {
  await Promise.all(PEOPLE.map((kind) => queries.invalidateQueries({ queryKey: [location, kind] })));
};
