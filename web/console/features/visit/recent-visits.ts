const RECENT_MAX = 5;
const recent = new Map<string, readonly string[]>();

/** Remembers that a visit of a location was opened: in memory only, as a desk's computer is used by several people. */
export const rememberVisit = (location: string, id: string): void => {
  const others = recentVisitIds(location).filter((other) => other !== id);
  recent.set(location, [id, ...others].slice(0, RECENT_MAX));
};

/** The ids of the visits that were opened last in this window, the latest first; five at most. */
export const recentVisitIds = (location: string): readonly string[] => recent.get(location) ?? [];
