/** Why a person is on a watch list: no offences, which few organisations are allowed to record (docs/watchlist.md). */
export const WATCH_REASONS = [
  "site_ban",
  "court_order",
  "threat",
  "former_staff",
  "former_contractor",
  "sanction_list",
  "other",
] as const;

export type WatchReason = (typeof WATCH_REASONS)[number];
