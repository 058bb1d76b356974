const clocks = new Map<string, Intl.DateTimeFormat>();
/** The date that a calendar on the wall of the zone shows. */
export const dateIn = (zone: string, ms: number): string => {
  const clock = clocks.get(zone) ?? new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  clocks.set(zone, clock);
  return clock.format(ms);
};

const starts = new Map<string, number>();
/** The first instant of a date in a zone: found by halving, not by any rule of time zones, nor by what the service uses. */
export const startOf = (zone: string, day: string): number => {
  const known = starts.get(`${zone} ${day}`);
  if (known !== undefined) return known;
  let low = Date.parse(`${day}T00:00Z`) - 16 * 3_600_000;
  let high = low + 32 * 3_600_000;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (dateIn(zone, middle) < day) low = middle;
    else high = middle;
  }
  starts.set(`${zone} ${day}`, high);
  return high;
};
