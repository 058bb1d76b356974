import type { Visit } from "./visits.ts";

/** More at once are no group any more, and an address has an end. */
export const BADGES_MAX = 50;

/** Opens the badges of visits of one location in a window of its own, where they print. */
export const printBadges = (visits: readonly Visit[]): void => {
  const [first] = visits;
  if (first === undefined) return;
  globalThis.open(`/at/${first.company_id}/badge/${visits.map(({ _id }) => _id).join(",")}`, "_blank");
};
